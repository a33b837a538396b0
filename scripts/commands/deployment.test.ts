import { expect, test } from 'vitest'
import { typedDeployment } from './deployment.ts'

test('a command that is typed again has neither the key nor the password of the proxy', () => {
  const flags = { key: 'my-key', proxy: 'http://me:secret@proxy.example', ca: 'ca.pem', timeout: 10 }
  const typed = typedDeployment(flags)
  expect(typed).toMatchObject({ keyEnv: 'API_KEY', proxy: 'PROXY', ca: 'ca.pem' })
  expect(typedDeployment({ ...flags, proxy: 'http://proxy.example' }).proxy).toBe('http://proxy.example')
  expect(typedDeployment({ ...flags, keyFile: 'key.txt' })).toMatchObject({
    keyFile: 'key.txt',
    keyEnv: undefined,
  })
})
