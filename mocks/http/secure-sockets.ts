import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { type Certificate, checkCertificate } from './certificate.ts'

/** The first byte of a TLS connection: the content type of a handshake (RFC 8446, section 5.1). */
const handshake = 22

interface SecureOptions {
  readonly certificate: Certificate
  /** How long a handshake may take. */
  readonly patienceMilliseconds: number
  /** Answers a client that does not speak TLS. */
  readonly refuse: (raw: Socket) => void
}

/**
 * Lets a server speak TLS: its listeners get each connection once its handshake is done, and the bare socket with it.
 * `node:https` would cut off a client that speaks plain HTTP without a word.
 * @returns what ends the handshakes that are under way
 * @throws {CertificateError} when the certificate cannot be used
 */
export function speakTls(server: Server, { certificate, patienceMilliseconds, refuse }: SecureOptions): () => void {
  checkCertificate(certificate)
  const secureContext = createSecureContext({ cert: certificate.cert, key: certificate.key })
  const receivers = server.listeners('connection')
  const shaking = new Set<Socket>()

  function shakeHands(raw: Socket): void {
    const secure = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
    // Whatever goes wrong on a socket of no tls.Server, Node says by this event alone once its handshake is done: a broken
    // record, or more than tls.CLIENT_RENEG_LIMIT handshakes. The client is told by an alert, or is gone.
    secure.on('_tlsError', () => raw.destroy())
    secure.once('secure', () => {
      shaking.delete(raw)
      for (const receive of receivers) receive.call(server, secure, raw)
    })
  }

  server.removeAllListeners('connection')
  server.on('connection', (raw: Socket) => {
    const patience = setTimeout(() => shaking.has(raw) && raw.destroy(), patienceMilliseconds).unref()
    shaking.add(raw)
    raw.once('close', () => {
      clearTimeout(patience)
      shaking.delete(raw)
    })
    raw.on('error', () => raw.destroy())
    raw.once('data', (first) => {
      if (first[0] !== handshake) return refuse(raw)
      raw.pause()
      raw.unshift(first)
      shakeHands(raw)
    })
  })
  return () => shaking.forEach((raw) => raw.destroy())
}
