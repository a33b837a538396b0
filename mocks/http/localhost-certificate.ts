import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Certificate } from './certificate.ts'

/**
 * Makes a certificate for this machine alone: localhost, 127.0.0.1 and ::1, for a year, signed by its own new key. Nobody
 * trusts it unless told to: spec/decisions/0219-a-certificate-in-memory.md.
 */
export function localhostCertificate(nowMilliseconds = Date.now()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = toBeSigned(publicKey, nowMilliseconds)
  // A BIT STRING begins with the number of bits that are left out.
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey))
  const certificate = der(0x30, signed, ecdsaWithSha256, signature)
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

// Clocks of clients differ. Safari takes no certificate that is valid for more than 398 days.
const dayMilliseconds = 86_400_000
const validDays = 365

/** The TBSCertificate of RFC 5280, section 4.1. */
function toBeSigned(publicKey: KeyObject, nowMilliseconds: number): Buffer {
  const version3 = der(0xa0, der(0x02, Buffer.of(2)))
  // A serial number is positive, and has no zeros before it.
  const serial = der(0x02, Buffer.of(0x40), randomBytes(15))
  const commonName = der(0x30, objectId('550403'), der(0x0c, Buffer.from('animal-store mock on localhost')))
  const name = der(0x30, der(0x31, commonName))
  const validity = der(
    0x30,
    time(nowMilliseconds - dayMilliseconds),
    time(nowMilliseconds + (validDays - 1) * dayMilliseconds),
  )
  const key = publicKey.export({ type: 'spki', format: 'der' })
  return der(0x30, version3, serial, ecdsaWithSha256, name, validity, name, key, der(0xa3, der(0x30, ...extensions)))
}

/** A value in DER: its tag, its length and its bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(parts)
  const { length } = bytes
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), bytes])
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function time(milliseconds: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`))
}

const ecdsaWithSha256 = der(0x30, objectId('2a8648ce3d040302'))

const names = der(
  0x30,
  der(0x82, Buffer.from('localhost')),
  der(0x87, Buffer.of(127, 0, 0, 1)),
  der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.of(1)])),
)
const forServers = der(0x30, objectId('2b06010505070301'))
// subjectAltName and extKeyUsage, which macOS asks for.
const extensions = [
  der(0x30, objectId('551d11'), der(0x04, names)),
  der(0x30, objectId('551d25'), der(0x04, forServers)),
]
