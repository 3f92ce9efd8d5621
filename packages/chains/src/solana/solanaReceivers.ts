import type { ReadInstruction } from './instructions/readInstruction.ts'
import type { TokenAccount } from './readTokenAccounts.ts'

/**
 * Returns the addresses that get assets of the account `own`, or rights over it, each once: the recipients in the user's sense. For a token
 * account that is its owner, if known or given when the account is created. The account itself is excluded.
 */
export function solanaReceivers(
  own: string,
  instructions: readonly ReadInstruction[],
  tokenAccounts: ReadonlyMap<string, Pick<TokenAccount, 'owner'>>,
): readonly string[] {
  const made = new Map(
    instructions.flatMap(({ action }) =>
      action.kind === 'createTokenAccount' ? [[action.account, action.owner] as const] : [],
    ),
  )
  const ownerOf = (address: string): string => tokenAccounts.get(address)?.owner ?? made.get(address) ?? address
  const named = instructions.flatMap(({ action }): (string | null)[] => {
    switch (action.kind) {
      case 'sendSol':
        return action.from === own || action.authority === own ? [action.to] : []
      case 'sendToken':
      case 'closeAccount':
      case 'takeOut':
      case 'setAuthority':
      case 'handOver':
        return action.authority === own ? [action.to] : []
      case 'delegate':
        return action.authority === own && action.amount > 0n ? [action.delegate] : []
      case 'assign':
        return action.account === own ? [action.owner] : []
      default:
        return []
    }
  })
  const receivers = named.flatMap((address) => (address === null ? [] : [ownerOf(address)]))
  return [...new Set(receivers)].filter((address) => address !== own)
}
