import { type Evidence, findCode, findSecrets } from '../../secrets/findSecrets.ts'
import type { WalletSecrets } from '../../secrets/openWallet.ts'
import type { Stage } from '../stage/startStage.ts'
import type { TestUser } from '../stage/testUser.ts'

/** Longer pieces are an attacker's own. */
const maxText = 50_000

/**
 * Returns what the console, messages between windows and through ports, requests, responses, documents and storages reveal but should not:
 * any secret of the wallet, a signature, or on another site the user's identity.
 */
export const auditEvidence = (
  evidence: readonly Evidence[],
  { urls }: Stage,
  testUser: TestUser,
  secrets: WalletSecrets,
): string[] => {
  const pieces = evidence.map(({ where, text }) => ({ where, text: text.slice(0, maxText) }))
  const ours = [urls.wallet, urls.vault, urls.listed, urls.otherListed]
  const isMessage = /^(message|sent through a port|come through a port) at (.*)$/
  const wrong = [...findSecrets(pieces, secrets), ...findCode(pieces, testUser.code)].map((find) => `leaked: ${find}`)
  for (const { where, text } of pieces) {
    const [, , origin = ''] = isMessage.exec(where) ?? []
    if (origin === '') continue
    if (/signature: [0-9a-f]{130}/.test(text)) wrong.push(`signed: ${where}`)
    if (!ours.includes(origin) && (text.includes(testUser.email) || text.includes(testUser.address)))
      wrong.push(`leaked: ${where}: who the user is`)
  }
  return wrong
}
