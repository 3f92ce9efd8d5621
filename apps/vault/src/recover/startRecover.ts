import { decodeBase64url } from '@latchkey/api-client'
import { exportGroups } from '../custody/exportGroups.ts'
import { openRecoveryFile, type RecoveryFile } from '../custody/recoveryFile.ts'
import { passphraseSecret } from '../kdf/passphraseSecret.ts'
import { builderFor } from '../screens/builder.ts'
import { dress } from '../screens/dress.ts'
import type { RevealGroup } from '../screens/questions.ts'
import { reveal } from '../screens/reveal.ts'
import { withSecrets } from '../secrets.ts'
import { openerScreen } from './openerScreen.ts'

/**
 * Starts the opener of recovery files: one document that needs no server and no network, opened from a disk, for users whose wallet's
 * servers no longer exist. It shows words and keys as the vault does, while they are in memory.
 */
export const startRecover = (window: Window): void => {
  const { document } = window
  const build = builderFor(document)
  const wear = dress(window)
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const wearPreferred = (): void => wear({ mode: prefersDark.matches ? 'dark' : 'light' })
  wearPreferred()
  prefersDark.addEventListener('change', wearPreferred)

  /** Replaces the opener until the user is done. */
  const show = (groups: RevealGroup[]): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        screen.close()
        screen.element.replaceWith(opener)
        resolve()
      }
      const unasked = () => Promise.reject(new Error('Nothing is derived here'))
      const screen = reveal({ groups }, { window, build, answer: done, decline: done, derive: unasked })
      opener.replaceWith(screen.element)
      screen.focus()
    })
  const openFile = (file: RecoveryFile, passphrase: Uint8Array<ArrayBuffer>): Promise<void> =>
    withSecrets(async (hold) => {
      // The derivation blocks the thread, so the progress message is drawn first.
      await painted(window)
      const secret = hold(await passphraseSecret(hold(passphrase), decodeBase64url(file.kdf.salt)))
      const { sources } = await openRecoveryFile(file, secret, hold)
      await show(await exportGroups(sources, hold))
    })
  const opener = openerScreen({ build, openFile })
  document.body.append(opener)
}

const painted = (window: Window): Promise<void> =>
  new Promise((resolve) => window.requestAnimationFrame(() => setTimeout(resolve)))
