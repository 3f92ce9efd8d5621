import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, isAppError, timeouts } from '@latchkey/protocol'
import { type Asking, askWallet } from '../askWallet.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { chainToAdd, type NetworkDetails, toHexChainId } from './chainToAdd.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { readNetwork } from './readAnswers.ts'

export type ProviderTiming = {
  /** Timeout for requests without the user. A suspended wallet has to wake up first. */
  silentMs: number
  /** Some wallets report a switch before they have made it: wait until they return the new network. */
  movedAfterMs: readonly number[]
}

type QuestionsInput = NetworkDetails & { provider: ForeignProvider; timing: ProviderTiming }

/** Requests to a wallet: promises that always settle, when `signal` fires at the latest, and reject with AppErrors only. */
export const createQuestions = ({ provider, timing, rpcUrls, ownNetworks }: QuestionsInput) => {
  const question = ({ method, params }: RequestArguments, asking: Asking): Promise<unknown> =>
    askWallet(() => provider.request(params === undefined ? { method } : { method, params }), asking)
  /** Waits for the user. */
  const ask = (method: string, params: RequestArguments['params'], signal: AbortSignal) =>
    question({ method, params }, { signal })
  const askSilently = (method: string, signal: AbortSignal) =>
    question({ method }, { signal, withinMs: timing.silentMs })
  const askNetwork = async (signal: AbortSignal) => readNetwork(await askSilently('eth_chainId', signal))

  return {
    ask,
    askNetwork,
    /** The granted accounts, as the wallet returns them. */
    askAccounts: (signal: AbortSignal) => askSilently('eth_accounts', signal),

    /** Asks the user to grant accounts; returns the wallet's raw response. */
    async requestAccounts(signal: AbortSignal): Promise<unknown> {
      try {
        return await ask('eth_requestAccounts', undefined, signal)
      } catch (thrown) {
        // A locked wallet returns this, or one without an account.
        throw isAppError(thrown, 'UNAUTHORIZED') ? new AppError('WALLET_LOCKED', { details: thrown.details }) : thrown
      }
    },

    /**
     * Switches the wallet's network, which is added if needed. Throws WALLET_INVALID_RESPONSE when it reports success but hasn't switched.
     */
    async move(network: CaipNetworkId, signal: AbortSignal): Promise<void> {
      const target = [{ chainId: toHexChainId(network) }]
      try {
        await ask('wallet_switchEthereumChain', target, signal)
      } catch (thrown) {
        const chain = isAppError(thrown, 'CHAIN_NOT_SUPPORTED') ? chainToAdd(network, { rpcUrls, ownNetworks }) : null
        if (chain === null) throw thrown
        await ask('wallet_addEthereumChain', [chain], signal)
        // Most wallets offer to move as they add.
        if ((await askNetwork(signal)) !== network) await ask('wallet_switchEthereumChain', target, signal)
      }
      for (const waitMs of timing.movedAfterMs) {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        if ((await askNetwork(signal)) === network) return
      }
      throw new AppError('WALLET_INVALID_RESPONSE')
    },

    /** Revokes the grant where the wallet supports it, which few do, and within a sign-out's time limit. Never rejects. */
    revoke: (): Promise<unknown> =>
      question(
        { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] },
        { signal: new AbortController().signal, withinMs: Math.min(timeouts.signOutMs, timing.silentMs) },
      ).catch(() => null),
  }
}
export type Questions = ReturnType<typeof createQuestions>
