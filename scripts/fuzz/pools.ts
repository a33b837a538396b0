import { maxBodyBytes } from '../../spec/index.ts'
import type { Dice } from './dice.ts'

// What a client may get wrong in each part of a request. Nothing here asks the mock not to answer (`hang`, `reset`,
// `flaky`) or to wait for long (`slow`), for then it is right that no reply comes.

/** Methods: documented, known to HTTP, and none. */
export const methods: readonly string[] = [
  ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'QUERY', 'PROPFIND', 'M-SEARCH'],
  ['get', 'Post', 'GETS', 'G', '', ' ', 'GET GET', 'GE\0T', 'GÉT', 'BREW', 'SOURCE', 'PRI', 'X'.repeat(300)],
  ['__proto__', 'constructor', 'GET\tX', '(GET)', '\r\nGET', '\nPOST'],
].flat()

/** What stands where the version does. */
export const versions: readonly string[] = [
  ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/3.0', 'HTTP/9.9', 'HTTP/11', 'HTTP/1.1.1'],
  ['http/1.1', 'HTTP/1.', 'HTTP/', 'HTTP', '', 'HTTPS/1.1', 'ICE/1.0', 'RTSP/1.0', 'HTTP/-1.1', 'HTTP/1,1'],
  ['HTTP/1.1 ', 'HTTP/1.1 HTTP/1.1', 'HTTP/१.१', 'HTTP/1.1\0', 'HTTP/99999999999999999999.1'],
].flat()

/** Targets: of the interface, beside it, and none. */
export const targets: readonly string[] = [
  ['/v1/pets/%ZZ', '/v1/pets/%', '/v1/pets/%E0%A4%A', '/v1/pets/%00', '/v1/pets/%2e%2e', '/v1/pets/%2F'],
  ['/%2Fv1/pets'],
  ['/v1/pets?limit=%ZZ', '/v1/pets?limit=', '/v1/pets?limit', '/v1/pets?limit=0', '/v1/pets?limit=101'],
  ['/v1/pets?limit=1&limit=2', '/v1/pets?limit=-1', '/v1/pets?limit=1e1', '/v1/pets?limit=99999999999999999999'],
  ['/v1/pets?status=eaten', '/v1/pets?status=sold&status=', '/v1/pets?__proto__=1', '/v1/pets?&&&=&=', '/v1/pets??'],
  ['/v1/pets?cursor=%FF', '/v1/pets?cursor=AAAA', '/v1/pets?%FF=%FF', '/v1/pets?limit[]=1', '/v1/pets?status[$ne]=x'],
  ['/v1/pets/1', '/v1/pets/0', '/v1/pets/-1', '/v1/pets/9223372036854775807', '/v1/pets/9223372036854775808'],
  ['/v1/pets/1.0', '/v1/pets/1e2', '/v1/pets/٣', '/v1/pets/__proto__', '/v1/pets/constructor', '/v1/pets/1/2'],
  ['/v1/pets/', '/v1/pets//', '/v1//pets', '//v1/pets', '/v1/../v1/pets', '/v1/./pets', '/../../etc/passwd'],
  ['/V1/PETS'],
  ['/v1', '/v1/', '/', '//', '/..', '.', '..', '*', '**', '', '?', '#', '/#', '/v1/pets#limit=1', '/v1/pets/1#'],
  ['/\\v1\\pets'],
  ['http://example.test/v1/pets', 'http://example.test', 'HTTP://EXAMPLE.TEST/v1/pets/1', 'http:///v1/pets'],
  ['http://'],
  ['https://u:p@example.test:1/v1/pets?limit=1', 'ftp://example.test/v1/pets', 'http://[::1/v1/pets'],
  ['javascript:alert(1)'],
  ['example.test:443', '127.0.0.1', '[::1]:80', ':80', 'http:/v1/pets', 'data:,x', 'file:///etc/passwd', 'v1/pets'],
  ['/v1/pets/ÿ', '/v1/pets/🐈', '/ω', '/v1/pets/\u0000', '/v1/pets/\t', '/v1/pets /1', '/v1/pets\u00a0'],
  ['/v1/pets\ufeff'],
  ['/v1/store/orders', '/v1/openapi.yaml', '/favicon.ico', '/_mock', '/_mock/', '/_mock?', '/_mock//', '/_mock/%ZZ'],
  ['/_mock/../v1/pets', '/_mockery', '/_MOCK', '/_mock#x', '/_mock/__proto__', 'http://127.0.0.1/_mock'],
].flat()

/** Values of Authorization. */
export const authorizations: readonly string[] = [
  ['Bearer test_free', 'Bearer test_pro', 'bearer test_business', 'BEARER   test_enterprise'],
  ['Bearer test_free_exhausted'],
  ['Bearer test_banned', 'Bearer test_revoked', 'Bearer test_expired', 'Bearer test_free_last', 'Bearer test_pro.one'],
  ['Bearer test_pro.', 'Bearer test_pro..', 'Bearer test_pro.UPPER', 'Bearer test_pro.__proto__', 'Bearer __proto__'],
  ['Bearer constructor', 'Bearer test_pro.constructor', 'Bearer toString.a', 'Bearer', 'Bearer ', 'Bearer\ttest_pro'],
  ['test_pro', 'Basic dGVzdF9wcm86', 'Basic', 'Digest username="x"', 'Bearer test_pro test_pro', 'Bearer test_pro,'],
  ['Bearer "test_pro"', 'Bearer test_prox', 'Bearer test_pr', 'Bearer test_pro\u0000', 'Bearer \u0000', 'Bearer ключ'],
  ['Bearer 🔑', 'Bearer test_pro\ttest', '', ' ', ',', 'Bearer,Bearer', 'Bearer Bearer test_pro'],
  [`Bearer ${'k'.repeat(9000)}`],
  `Bearer ${' '.repeat(5000)}x y`,
].flat()

/** Values of Prefer. */
export const wishes: readonly string[] = [
  ['code=200', 'code=201', 'code=400', 'code=401', 'code=404', 'code=429', 'code=500', 'code=503', 'code=999'],
  ['code='],
  ['code=-1', 'code=1e2', 'code=__proto__', 'code=200, code=404', 'code=404;code=200', 'CODE="404"', 'code = 404'],
  ['scenario=unauthorised', 'scenario=not-found', 'scenario=bad-request', 'scenario=rate-limited', 'scenario=banned'],
  ['scenario=last-request', 'scenario=empty', 'scenario=after-removal', 'scenario=server-error'],
  ['scenario=unavailable'],
  ['scenario=malformed-json', 'scenario=', 'scenario=__proto__', 'scenario=constructor', 'scenario=nonsense'],
  ['scenario'],
  ['example=empty', 'example=', 'example=__proto__', 'example=nonsense, code=404', 'example=toString', 'example=pets'],
  ['delay=0', 'delay=1', 'delay=20', 'delay=-1', 'delay=600001', 'delay=1e3', 'delay=9999999', 'delay=NaN'],
  ['delay=""'],
  ['delay=5, code=404', 'delay=5;scenario=empty', 'return=minimal', 'respond-async, wait=100', '=', '==', ',,,;;;'],
  ['"', '""'],
  ['code="404', 'code=\\"404\\"', 'sc\u00e9nario=x', 'scenario=\u0000', `scenario=${'x'.repeat(6000)}`],
  ['a=b,'.repeat(1500)],
].flat()

/** Headers that a client has no reason to send like that. */
export const oddHeaders: readonly (readonly [name: string, value: string])[] = [
  ...pairs('Host', [
    '',
    ' ',
    'a, b',
    'a b',
    'ÿ',
    '[::1',
    'example.test:99999',
    '\u0000',
    'x'.repeat(2000),
    'evil.test',
  ]),
  ...pairs('Expect', ['100-continue', '100-Continue', 'tea', '', '100-continue, tea', '200-ok']),
  ...pairs('Connection', ['close', 'keep-alive', 'Upgrade', 'close, keep-alive', 'host', 'x'.repeat(1000), '', ',']),
  ...pairs('Upgrade', ['websocket', 'h2c', 'TLS/1.0', '', 'websocket, h2c']),
  ...pairs('HTTP2-Settings', ['AAMAAABkAAQAAP__']),
  ...pairs('Content-Type', [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;',
    'multipart/form-data',
    'ÿ',
  ]),
  ...pairs('Content-Encoding', ['gzip', 'br', 'nonsense']),
  ...pairs('Origin', ['null', 'https://shop.test', '', 'x\u0000', 'http://127.0.0.1', '*']),
  ...pairs('Access-Control-Request-Method', ['PUT', '', 'GET\u0000', 'DELETE, X', '<script>', 'x'.repeat(3000)]),
  ...pairs('Access-Control-Request-Headers', [
    'authorization',
    ',',
    'a'.repeat(3000),
    'x: y',
    'ÿ',
    `${'a,'.repeat(3000)}b `,
  ]),
  ...pairs('Access-Control-Request-Private-Network', ['true']),
  ...pairs('Cookie', ['a=b', '__proto__=1', ';;;', 'x'.repeat(7000)]),
  ...pairs('Set-Cookie', ['a=b', '']),
  ...pairs('Range', ['bytes=0-1', 'bytes=-']),
  ...pairs('If-None-Match', ['*']),
  ...pairs('TE', ['trailers, deflate']),
  ...pairs('Trailer', ['X-Late', 'Content-Length']),
  ...pairs('X-Forwarded-For', ['127.0.0.1', "' OR 1=1 --"]),
  ...pairs('X-HTTP-Method-Override', ['DELETE']),
  ...pairs('Proxy-Connection', ['keep-alive']),
  ...pairs('Sec-Fetch-Site', ['cross-site', 'same-origin']),
  ...pairs('Last-Event-ID', ['1', '-1', 'x']),
  ...pairs('__proto__', ['1', '{"a":1}']),
  ...pairs('constructor', ['1']),
  ...pairs('X-Null', ['\u0000', 'a\u0000b', '\u0001\u0002', '\u007f', '\u001b[31m']),
  ...pairs('X-Text', [
    'ÿþ',
    '🐈',
    '',
    ' ',
    '\t',
    'a\r\n folded',
    'a\r\n\tfolded',
    'a\nb',
    'a\rb',
    'x'.repeat(9000),
    'y'.repeat(70_000),
  ]),
  ...pairs('', ['nameless']),
  ...pairs('X Space', ['1']),
  ...pairs('X-Space ', ['1']),
  ...pairs(' X-Space', ['1']),
  ...pairs('X-Ü', ['1']),
  ...pairs('X:Colon', ['1']),
  ...pairs('(X)', ['1']),
  ...pairs(`X-${'n'.repeat(5000)}`, ['1']),
]

function pairs(name: string, values: readonly string[]): (readonly [string, string])[] {
  return values.map((value) => [name, value])
}

const good = '{"name":"Rex","categoryId":1,"status":"available"}'

const smallBodies: readonly (string | Buffer)[] = [
  ['', ' ', '{', '}', '[', ']', '{}', '[]', 'null', 'true', '"', '""', '0', '-', '-0', '1e', '{"name"'],
  [good.slice(0, 20)],
  ['{"name":"Rex","categoryId":1', '{"name":"Rex","categoryId":1}}', '{"name":"Rex",}', "{'name':'Rex'}", '//\n{}'],
  ['NaN'],
  ['{"name":"Rex","categoryId":9223372036854775807}', '{"name":"Rex","categoryId":9223372036854775808}'],
  ['{"name":"Rex","categoryId":1e400}', '{"name":"Rex","categoryId":-1e-400}', '{"name":"Rex","categoryId":1.5}'],
  ['{"name":"Rex","categoryId":1e999999999}', '{"name":"Rex","categoryId":1e-999999999}'],
  ['{"name":"Rex","categoryId":01}'],
  ['{"name":null,"categoryId":null}', '{"name":{},"categoryId":[]}', '{"name":"Rex","categoryId":1,"status":"eaten"}'],
  ['{"__proto__":{"name":"Rex","categoryId":1}}', '{"name":"Rex","categoryId":1,"__proto__":{"id":5}}'],
  ['{"constructor":{"prototype":{"name":"x"}},"name":"Rex","categoryId":1}'],
  ['{"toString":1,"name":"Rex","categoryId":1}'],
  ['{"name":"Rex","name":"Tom","categoryId":1}', '{"name":"Rex","categoryId":1,"id":1}', '{"name":"","categoryId":0}'],
  ['{"name":"\\ud800","categoryId":1}', '{"name":"\\udc00\\ud800","categoryId":1}'],
  ['{"name":"\\u0000","categoryId":1}'],
  ['{"name":"\\u2028\\u2029","categoryId":1}', '{"name":"🐈‍⬛","categoryId":1}', '{"name":"\u0000","categoryId":1}'],
  ['{"name":"\t","categoryId":1}'],
  [`\ufeff${good}`, `${good}\ufeff`, `${good}\0`, ` \r\n\t${good}\n`, `${good}${good}`, `[${good}]`, `{"": ${good}}`],
  Buffer.from(good, 'utf16le'),
  Buffer.from('{"name":"\xff\xfe","categoryId":1}', 'latin1'),
  // An overlong slash, a surrogate half, a code point beyond the last one, and a character that breaks off.
  Buffer.from('{"name":"\xc0\xaf","categoryId":1}', 'latin1'),
  Buffer.from('{"name":"\xed\xa0\x80","categoryId":1}', 'latin1'),
  Buffer.from('{"name":"\xf4\x90\x80\x80","categoryId":1}', 'latin1'),
  Buffer.from('{"name":"Rex","categoryId":1}\xe2\x82', 'latin1'),
].flat()

const largeBodies: readonly (() => string)[] = [
  () => '['.repeat(100_000),
  () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  () => '{"a":'.repeat(100_000),
  () => `${'['.repeat(65)}${']'.repeat(65)}`,
  () => `{"name":"Rex","categoryId":${'9'.repeat(1_000_000)}}`,
  () => `{"name":"Rex","categoryId":0.${'0'.repeat(1_000_000)}1}`,
  () => `{"name":"Rex","categoryId":1${'0'.repeat(400_000)}e-400000}`,
  () => `{"name":"Rex","categoryId":1,"x":[${'12345678901234567890,'.repeat(20_000)}1]}`,
  () => `{"name":"${'\\u0000'.repeat(100_000)}","categoryId":1}`,
  () => `{"name":"Rex","categoryId":1,${'"__proto__":{},'.repeat(20_000)}"a":1}`,
  () => `{"name":"${'x'.repeat(maxBodyBytes - 26)}","categoryId":1}`,
  () => ' '.repeat(maxBodyBytes),
  () => 'x'.repeat(maxBodyBytes + 1),
  () => `"${'é'.repeat(900_000)}"`,
  () => '"\\'.repeat(200_000),
]

/** A body that is small, and wrong more often than not. */
export function smallBody(dice: Dice): Buffer {
  return dice.chance(0.05) ? dice.bytes(dice.below(200)) : Buffer.from(dice.pick(smallBodies))
}

/** A body that is large, deep or long in its digits. */
export function largeBody(dice: Dice): Buffer {
  return Buffer.from(dice.pick(largeBodies)())
}
