import type { openScreens } from '../screens/main.ts'
import { startVaultDocument } from './startVaultDocument.ts'

/** Paths of the vault's other files, and the integrity of the one that runs here; inserted by the build. */
declare const vaultFiles: { worker: string; kdf: string; screens: string; screensIntegrity: string }
/** The global that the screens' script sets. */
declare const vaultScreens: { openScreens: typeof openScreens }

type FileName = 'worker' | 'kdf' | 'screens'
/** Trusted Types, if supported: the document's policy allows this one name, which makes these three URLs. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (name: FileName) => string },
  ): { createScriptURL(name: FileName): string }
}

const urlOf = (name: FileName): string => vaultFiles[name]
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('latchkey-vault', { createScriptURL: urlOf })
const trusted = (name: FileName): string => policy?.createScriptURL(name) ?? urlOf(name)

startVaultDocument(window, {
  startWorker: () => new Worker(trusted('worker'), { name: 'latchkey-vault' }),
  startKdf: () => new Worker(trusted('kdf'), { name: 'latchkey-vault-kdf' }),
  loadScreens: () =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.integrity = vaultFiles.screensIntegrity
      script.crossOrigin = 'anonymous'
      script.addEventListener('load', () => resolve(vaultScreens.openScreens))
      script.addEventListener('error', () => {
        script.remove()
        reject(new Error('The screens did not load'))
      })
      script.src = trusted('screens')
      document.head.append(script)
    }),
})
