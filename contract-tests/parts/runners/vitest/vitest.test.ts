import { afterAll } from 'vitest'
import { serverNamed } from '../../../servers/run-on.ts'
import { describeContract } from './index.ts'

const plain = await serverNamed('plain').start()

afterAll(() => plain.close())

describeContract({ baseUrl: plain.url, apiKey: plain.apiKey })
