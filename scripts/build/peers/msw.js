import { startMock } from 'animal-store-kit/node'

const mock = await startMock({ baseUrl: 'https://api.example.com/v1', dataset: 'demo' })
const headers = { authorization: 'Bearer test_pro' }
const response = await fetch('https://api.example.com/v1/pets?limit=2', { headers })
mock.stop()
if ((await response.json()).length !== 2) throw new Error('no animals')
