import { mainnet, parseUserOperation, userOperationHash } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ColorMode, ThemeVariables } from '@latchkey/protocol/theme'
import type { Signable } from '@latchkey/vault-protocol'
import { asPage } from '../boundary/Page.ts'
import { type CallNode, createChainReader } from '../chain/createChainReader.ts'
import { createSolanaReader } from '../chain/createSolanaReader.ts'
import { asCaller } from '../session/Caller.ts'
import type { ServiceName, Services } from '../smartAccount/services.ts'
import { createSurface } from '../views/Surface.ts'
import { type ApprovalSurface, approvalSurface } from './approvalSurface.ts'
import { createApprovalQueue } from './createApprovalQueue.ts'
import { createApprovals } from './createApprovals.ts'
import { createConsult } from './createConsult.ts'
import { memoryContactBook } from './insights/memoryContactBook.fixture.ts'
import { mountApprovals } from './mountApprovals.tsx'
import { account, others, richChain, type Scenario } from './scenarios.fixture.ts'
import { friend, solanaAccount } from './solanaScenarios.fixture.ts'
import type { ApprovalWindow } from './window/createApprovalWindow.ts'

export type OpenScenarioOptions = {
  mode?: ColorMode
  variables?: ThemeVariables
  place?: ApprovalSurface
  approvalWindow?: ApprovalWindow | null
}

let ids = 0

const isOnSolana = ({ method }: Scenario): boolean => method.startsWith('solana_')

/** The services of a wallet without a sponsor. */
const goodServices: NonNullable<Scenario['services']> = {
  sponsor: new AppError('SPONSOR_REFUSED', { details: { reason: 'nobody sponsors here' } }),
  rememberCalls: (params: { id: string | null }) => ({ id: params.id ?? 'calls' }),
  dropCalls: null,
  keepPermission: null,
  findPermission: { origin: 'https://app.arcswap.example', revokedAt: null },
  noteRevoked: null,
}

/** A scenario on screen, as in the wallet document but with a separate chain and vault. */
export const openScenario = (
  scenario: Scenario,
  { mode = 'light', variables = {}, place = approvalSurface('auto'), approvalWindow = null }: OpenScenarioOptions = {},
) => {
  const signed: Signable[] = []
  const asked: { method: string; params: unknown }[] = []
  const surface = createSurface()
  surface.change({ theme: { mode, variables } })
  const chain: NonNullable<Scenario['chain']> = { ...richChain, ...scenario.chain }
  const callNode: CallNode = async (_, method, params) => {
    asked.push({ method, params })
    const answer = chain[method as keyof typeof chain]
    const given = typeof answer === 'function' ? await answer(params) : answer
    if (given instanceof AppError) throw given
    return given
  }
  const served: { name: ServiceName; params: unknown }[] = []
  /** A bundler that takes everything, and returns the expected hash. */
  const send = ({ operation }: { operation: unknown }) => ({
    hash: userOperationHash(parseUserOperation(operation), (scenario.network ?? mainnet).id as number),
  })
  const services: NonNullable<Scenario['services']> = { ...goodServices, send, ...scenario.services }
  const serve: Services = async (name, params) => {
    served.push({ name, params })
    const answer = services[name]
    const given = typeof answer === 'function' ? await answer(params) : answer
    if (given instanceof AppError) throw given
    return given as never
  }
  const contacts = memoryContactBook(scenario.known ?? (isOnSolana(scenario) ? [friend] : others))
  const signFailure: { current: AppError | undefined } = { current: scenario.signFailure }
  const queue = createApprovalQueue()
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountApprovals(container, { queue, surface, place, approvalWindow })
  const approvals = createApprovals({
    queue,
    mount: async () => undefined,
    toolsFor: ({ network }) => ({
      sign: async (content) => {
        signed.push(content)
        if (signFailure.current !== undefined) throw signFailure.current
        if (content.kind === 'transaction') return new Uint8Array(content.unsigned)
        return new Uint8Array(content.kind.startsWith('solana') ? 64 : 65).fill(7)
      },
      read: createChainReader(callNode, network.caipNetworkId),
      readSolana: createSolanaReader(async (caipNetworkId, method, params) => {
        try {
          return { result: await callNode(caipNetworkId, method, params) }
        } catch (error) {
          if (error instanceof AppError) throw error
          return { error }
        }
      }, network.caipNetworkId),
      lock: (_, work) => work(),
      services: serve,
      consult: createConsult(
        {
          callNode,
          contacts,
          swapRouters: scenario.swapRouters ?? '',
          smartAccountOn: async () => scenario.ownSmartAccount ?? null,
          nameOf: async (address) => scenario.names?.[address] ?? null,
          pricesUsd: async (_, asked) =>
            asked.map((address) => scenario.pricesUsd?.[address] ?? scenario.priceUsd ?? null),
        },
        { account: scenario.smartAccount?.address ?? account, network },
      ),
    }),
  })
  const claim =
    scenario.claim === undefined
      ? { name: 'Arcswap', description: '', url: 'https://app.arcswap.example', icons: [] }
      : scenario.claim
  const dapp = asPage(scenario.origin ?? 'https://app.arcswap.example', 'demo', 5)
  const ask = (next: Scenario = scenario, id = `request-${++ids}`) => {
    const address = isOnSolana(next) ? solanaAccount : account
    const caller = asCaller(dapp, { userId: 'user', sessionId: 'session', address }, next.smartAccount)
    const requestContext = { caller, network: next.network ?? mainnet, claim }
    const page = new AbortController()
    const result = approvals.ask({
      id,
      method: next.method,
      params: next.params as never,
      requestContext: requestContext as never,
      signal: page.signal,
    })
    // Tests that need the outcome wait for `result`; it is not reported elsewhere.
    result.catch(() => undefined)
    return { id, result, drop: () => page.abort() }
  }
  return {
    ...ask(),
    ask,
    asked,
    chain,
    contacts,
    approvals,
    queue,
    served,
    services,
    signed,
    signFailure,
    [Symbol.dispose]: () => {
      unmount()
      container.remove()
    },
  }
}
