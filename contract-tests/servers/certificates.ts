import { type KeyObject, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate and its key, as servers take them. For tests only: it is made when a test runs, and kept nowhere. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** What a certificate is to say. */
export interface TestCertificateOptions {
  /** A name of DNS or an IPv4 address. */
  readonly host: string
  /** Who signs it; itself by default. */
  readonly issuer?: TestCertificate
  readonly notBefore?: Date
  readonly notAfter?: Date
}

const hour = 3_600_000

/** Makes a certificate for a server; one that signed itself may sign others, too. */
export function makeCertificate(options: TestCertificateOptions): TestCertificate {
  const { host, issuer, notBefore = new Date(Date.now() - hour), notAfter = new Date(Date.now() + hour) } = options
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = issuer === undefined
  const signer = issuer?.key ?? privateKey
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    sequence(ecdsaWithSha256),
    nameOf(isAuthority ? publicKey : createPublicKey(issuer.key)),
    sequence(time(notBefore), time(notAfter)),
    nameOf(publicKey),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(isAuthority), alternativeName(host))),
  )
  const signature = sign('sha256', toBeSigned, signer)
  const der = sequence(toBeSigned, sequence(ecdsaWithSha256), tagged(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// DER, as far as a certificate needs it (X.690, RFC 5280).

const ecdsaWithSha256 = oid('2a8648ce3d040302')

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts)
}

function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, bytes)
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))
}

/** A name of its own for each key, so that none is taken for another. */
function nameOf(key: KeyObject): Buffer {
  const text = key.export({ type: 'spki', format: 'der' }).toString('hex').slice(-32)
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(text)))))
}

function basicConstraints(isAuthority: boolean): Buffer {
  const value = isAuthority ? sequence(tagged(0x01, Buffer.of(0xff))) : sequence()
  return sequence(oid('551d13'), tagged(0x01, Buffer.of(0xff)), tagged(0x04, value))
}

function alternativeName(host: string): Buffer {
  const isAddress = /^[0-9.]+$/.test(host)
  const name = isAddress ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))
  return sequence(oid('551d11'), tagged(0x04, sequence(name)))
}
