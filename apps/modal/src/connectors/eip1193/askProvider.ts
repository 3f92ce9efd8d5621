import { type Asking, askWallet } from '../askWallet.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import type { ForeignProvider } from './ForeignProvider.ts'

/** One question to an EIP-1193 wallet, as a promise that always ends and rejects with an AppError alone. */
export const askProvider = (
  provider: ForeignProvider,
  { method, params }: RequestArguments,
  asking: Asking,
): Promise<unknown> => askWallet(() => provider.request(params === undefined ? { method } : { method, params }), asking)
