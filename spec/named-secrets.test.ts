import { expect, test } from 'vitest'
import { isSecretName, namedSecretsIn, withoutNamedSecrets } from './index.ts'

test.each(
  `Authorization Proxy-Authorization Cookie Set-Cookie X-API-Key Api-Key apikey X-Auth-Token X-Access-Token
  X-Amz-Security-Token X-CSRF-Token X-XSRF-TOKEN Ocp-Apim-Subscription-Key x-functions-key access_token refreshToken
  clientSecret client_secret password PASSWD user[pwd] session JSESSIONID sessionId jwt access token key sig otp pass
  X-Amz-Signature X-Amz-Credential privateKey`.split(/\s+/),
)('the name %s says that its value is secret', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each(
  `id name categoryId status code message limit Content-Type Content-Length Retry-After X-RateLimit-Remaining
  Access-Control-Allow-Origin Access-Control-Expose-Headers WWW-Authenticate Host Accept User-Agent monkey keyboard
  author compass design signal ETag Link`.split(/\s+/),
)('the name %s does not', (name) => {
  expect(isSecretName(name)).toBe(false)
})

test.each([
  ['/v1/pets?limit=1&jwt=abc.def&status=sold', '/v1/pets?limit=1&jwt=…&status=sold'],
  ['https://app.example/?code=abc&x=1#access_token=abc', 'https://app.example/?code=…&x=1#access_token=…'],
  [
    'https://x.example/?next=https%3A%2F%2Fy%3Ftoken%3Dabc&x=1',
    'https://x.example/?next=https%3A%2F%2Fy%3Ftoken%3D…&x=1',
  ],
  ['{"name":"Rex","password":"a \\"b\\" c","id":1}', '{"name":"Rex","password":"…","id":1}'],
  ['{"pin": 1234, "session": null}', '{"pin": "…", "session": null}'],
  ['{"session":{"id":"abc"},"tokens":["a","b"],"id":1}', '{"session":"…","tokens":"…","id":1}'],
  ['{"session":{"user":{"id":"a}b"},"list":[[1]]},"id":1}', '{"session":"…","id":1}'],
  [String.raw`{"note":"{\"apiKey\":\"abc\",\"id\":1}"}`, String.raw`{"note":"{\"apiKey\":\"…\",\"id\":1}"}`],
  ['password=a%2Bb&user%5Bpwd%5D=abc&name=Rex', 'password=…&user%5Bpwd%5D=…&name=Rex'],
  ['Authorization: Bearer abc.def and so on', 'Authorization: … and so on'],
  [
    'Content-Disposition: form-data; name="pwd"\r\nContent-Type: text/plain\r\n\r\nmy own\r\n--x',
    'Content-Disposition: form-data; name="pwd"\r\nContent-Type: text/plain\r\n\r\n…\r\n--x',
  ],
  ['<user><password>abc</password></user>', '<user><password>…</password></user>'],
])('of %s, what is named so is left out', (text, shown) => {
  expect(withoutNamedSecrets(text)).toBe(shown)
  expect(withoutNamedSecrets(shown)).toBe(shown)
})

test('a placeholder for a key may stay, and other text is left alone', () => {
  expect(withoutNamedSecrets('?token=key-1&key=abc', (value) => value === 'key-1')).toBe('?token=key-1&key=…')
  for (const text of ['{"id":1,"name":"Rex: a key","status":"sold"}', 'no token here', '', '"'.repeat(9)])
    expect(withoutNamedSecrets(text)).toBe(text)
  expect(namedSecretsIn('{"password":"abc","name":"Rex"}&jwt=def')).toEqual(['abc', 'def'])
})

test.each([
  ['"'],
  ['\\"'],
  ['{'],
  ['token:'],
  ['token="'],
  ['token:{'],
  ['a.'],
  ['token: '],
  ['[&?code='],
  ['token:{{'],
  ['name="pwd"\n'],
  ['"keys":['],
])('a long text of %j takes no long time', (piece) => {
  const before = process.threadCpuUsage()
  withoutNamedSecrets(piece.repeat(1_000_000 / piece.length))
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3000)
})
