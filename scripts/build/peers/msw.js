import { createAnimalStore } from 'animal-store-kit'
import { handlers } from 'animal-store-kit/msw'
import { setupServer } from 'msw/node'

const server = setupServer(...handlers(createAnimalStore(), { baseUrl: 'https://api.example.com/v1' }))
server.listen()
const headers = { authorization: 'Bearer test_pro' }
const response = await fetch('https://api.example.com/v1/pets?limit=2', { headers })
server.close()
if ((await response.json()).length !== 2) throw new Error('no animals')
