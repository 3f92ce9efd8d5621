import { startVaultDocument } from './startVaultDocument.ts'

/** Path of the worker's file, put in by the build. */
declare const vaultWorkerPath: string

/** Trusted Types, where the engine has them: the document's policy allows this one name, which makes this one URL. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('latchkey-worker', { createScriptURL: () => vaultWorkerPath })

startVaultDocument(window, () => new Worker(policy?.createScriptURL('') ?? vaultWorkerPath, { name: 'latchkey-vault' }))
