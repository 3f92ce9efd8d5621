import { parseJson } from '@latchkey/protocol/parseJson'
import { isWalletInPage } from './connectors/isWalletInPage.ts'
import type { Namespace } from './Modal.ts'
import { methodOrder } from './options/methodOrder.ts'
import type { StartOptions } from './options/startOptions.ts'
import type { ModalStorage } from './storage.ts'
import type { OverlayLook } from './ui/createLoadingOverlay.ts'

/** Heights in Connect: the title bar with the email form, the line of login providers, the wallets. */
const emailPx = 251
const socialsPx = 64
const walletsPx = 391

/** The placeholder shown before Connect: its size and, where the email field comes first, that field, which accepts input at once. */
export const connectOverlay = (
  { order, hasEmail, hasSocials, hasWallets }: StartOptions['connect'],
  storage: Pick<ModalStorage, 'read'>,
  used: readonly Namespace[],
): OverlayLook => {
  // The project's decisions over the page's, as the engine reads them.
  const project = (parseJson(storage.read('project-config') ?? '') ?? {}) as { email?: unknown; socials?: unknown[] }
  const hasProviders = project.socials ? project.socials[0] : hasSocials
  const [first] = methodOrder(order, hasWallets && isWalletInPage(window, used), {
    email: hasEmail && project.email !== false,
    social: hasProviders,
    wallet: hasWallets,
  })
  return {
    heightPx: emailPx + (hasProviders ? socialsPx : 0) + (hasWallets ? walletsPx : 0),
    hasField: first === 'email',
  }
}
