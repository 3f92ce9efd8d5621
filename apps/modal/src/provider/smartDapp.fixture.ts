/** A user on the smart account of the embedded wallet, reached as a dapp reaches it: by an EIP-1193 provider. */
import { AppError } from '@latchkey/protocol'
import { createSmartLogin, smartChains } from '../connectors/auth/smartLogin.fixture.ts'
import { createTestModal } from '../modal.fixture.ts'
import { setAccountTypeAtom } from '../state/accountType.ts'
import { restoreAtom } from '../state/restoring.ts'

export const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const hash = `0x${'ab'.repeat(32)}` as const
export const callsId = `0x${'cd'.repeat(32)}` as const
const capabilities = {
  '0x7a69': {
    atomic: { status: 'supported' },
    atomicBatch: { supported: true },
    paymasterService: { supported: true },
    assetDiscovery: { supported: true },
  },
}
export const pendingCalls = {
  version: '2.0.0',
  id: callsId,
  chainId: '0x7a69',
  status: 100,
  atomic: true,
  receipts: [],
}
const receipt = {
  logs: [],
  status: '0x1',
  blockHash: hash,
  blockNumber: '0x12',
  gasUsed: '0x5208',
  transactionHash: hash,
}
const confirmed = { ...pendingCalls, status: 200, receipts: [receipt] }
export const granted = {
  context: '0x1234',
  expiry: 1_893_456_000,
  permissionsContext: '0x1234',
  grantedPermissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' }, policies: [] }],
  signerData: { submitToAddress: to },
}

/** The wallet's answers by method can be replaced; calls are confirmed at the third poll. */
export const createSmartDapp = async (replace: Record<string, (params: never) => unknown> = {}) => {
  const login = createSmartLogin()
  let polls = 0
  const answers: Record<string, (params: never) => unknown> = {
    wallet_getCapabilities: () => capabilities,
    wallet_sendCalls: () => ({ id: callsId }),
    wallet_getCallsStatus: () => (++polls < 3 ? pendingCalls : confirmed),
    wallet_grantPermissions: () => granted,
    wallet_revokePermissions: () => ({}),
    eth_sendUserOperation: () => hash,
    eth_getUserOperationReceipt: () => (++polls < 2 ? null : { success: true }),
    eth_supportedEntryPoints: () => ['0x0000000071727De22E5E9d8BAf0edAc6f37da032'],
    ...replace,
  }
  const modal = createTestModal({
    remembered: true,
    smartAccountNetworks: smartChains,
    handlers: {
      ...login.handlers,
      RPC_REQUEST: async ({ method, params }) => {
        const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
        if (answer === undefined) throw new AppError('METHOD_NOT_ALLOWED')
        return answer(params as never)
      },
    },
  })
  await modal.store.set(restoreAtom)
  await modal.store.set(setAccountTypeAtom, 'smartAccount')
  const provider = {
    request: modal.request as (args: unknown) => Promise<never>,
    on: modal.hub.provider.on,
    removeListener: modal.hub.provider.removeListener,
  }
  const sent = (method: string) =>
    modal.calls.flatMap(({ name, payload }) =>
      name === 'RPC_REQUEST' && (payload as { method: string }).method === method
        ? [(payload as { params: unknown }).params]
        : [],
    )
  return { modal, provider, sent }
}
