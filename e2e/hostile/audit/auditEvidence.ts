import { type Evidence, findCode, findSecrets } from '../../secrets/findSecrets.ts'
import type { WalletSecrets } from '../../secrets/openWallet.ts'
import type { Stage } from '../stage/startStage.ts'
import type { Visitor } from '../stage/visitor.ts'

/** Longer pieces are what an attacker has made up. */
const maxText = 50_000

/**
 * What the console, messages between windows and through ports, requests, answers, documents and storages show that they
 * should not: any secret of the wallet, a signature, or at a stranger's who the visitor is.
 */
export const auditEvidence = (
  evidence: readonly Evidence[],
  { urls }: Stage,
  visitor: Visitor,
  secrets: WalletSecrets,
): string[] => {
  const pieces = evidence.map(({ where, text }) => ({ where, text: text.slice(0, maxText) }))
  const ours = [urls.wallet, urls.vault, urls.listed, urls.otherListed]
  const isMessage = /^(message|sent through a port|come through a port) at (.*)$/
  const wrong = [...findSecrets(pieces, secrets), ...findCode(pieces, visitor.code)].map((find) => `leaked: ${find}`)
  for (const { where, text } of pieces) {
    const [, , origin = ''] = isMessage.exec(where) ?? []
    if (origin === '') continue
    if (/signature: [0-9a-f]{130}/.test(text)) wrong.push(`signed: ${where}`)
    if (!ours.includes(origin) && (text.includes(visitor.email) || text.includes(visitor.address)))
      wrong.push(`leaked: ${where}: who the visitor is`)
  }
  return wrong
}
