import type { RevealGroup } from '../screens/questions.ts'
import type { Hold } from '../secrets.ts'
import { accountsOf } from './accounts.ts'
import { exportText } from './exportText.ts'
import type { Source } from './walletPayload.ts'

/**
 * Returns everything that a wallet exports, in the order of its sources, each with its addresses. A phrase is followed by the keys of its
 * accounts, as other wallets derive other accounts from the same words.
 */
export const exportGroups = async (sources: readonly Source[], hold: Hold): Promise<RevealGroup[]> => {
  const groups = await Promise.all(
    sources.map(async (source): Promise<RevealGroup[]> => {
      const accounts = await accountsOf(source, hold)
      const own: RevealGroup = {
        kind: source.kind === 'mnemonic' ? 'words' : source.kind,
        addresses: accounts.map(({ address }) => address),
        text: exportText(source, hold).buffer,
      }
      if (source.kind !== 'mnemonic') return [own]
      const keys = accounts.map(({ namespace, address, privateKey }): RevealGroup => {
        const kind = namespace === 'eip155' ? 'evmKey' : 'solanaKey'
        return { kind, addresses: [address], text: exportText({ kind, secret: privateKey }, hold).buffer }
      })
      return [own, ...keys]
    }),
  )
  return groups.flat()
}
