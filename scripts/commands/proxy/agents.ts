import type { Agent, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { hasUnambiguousEnd } from './framing.ts'

/** Makes what connects to the deployment, and keeps a connection if that is asked for. */
export type MakeAgent = (isKept: boolean) => Agent

/**
 * The connections to the deployment. Each client has its own, so nothing that comes over it can reach another client:
 * spec/decisions/0146-what-the-proxy-refuses.md.
 */
export class Agents {
  readonly #make: MakeAgent
  /** Closes each connection after one exchange. */
  readonly #singleUse: Agent
  readonly #agentByClient = new Map<Socket, Agent>()

  constructor(make: MakeAgent) {
    this.#make = make
    this.#singleUse = make(false)
  }

  agentFor(request: IncomingMessage): Agent {
    return hasUnambiguousEnd(request) ? this.#agentOf(request.socket) : this.#singleUse
  }

  #agentOf(client: Socket): Agent {
    const known = this.#agentByClient.get(client)
    if (known !== undefined) return known
    const agent = this.#make(true)
    this.#agentByClient.set(client, agent)
    client.once('close', () => {
      this.#agentByClient.delete(client)
      agent.destroy()
    })
    return agent
  }

  destroy(): void {
    for (const agent of [this.#singleUse, ...this.#agentByClient.values()]) agent.destroy()
  }
}
