import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, test } from 'vitest'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const entry = path('./virtualEntry.ts')
/** Already on every page, for the protocol. `crypto`: `@hpke/common` imports Node's if there is no WebCrypto. */
const onEveryPage = [/^zod/, /^@latchkey\/protocol/, 'crypto']

/** Builds a page that runs this code for production. Returns its modules, and its size in bytes after gzip. */
const bundle = async (
  code: string,
  external: (RegExp | string)[] = onEveryPage,
): Promise<{ modules: string; gzipBytes: number }> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', external },
    },
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  return {
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)).join('\n'),
    gzipBytes: chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0),
  }
}

describe('what a bundle pays', () => {
  const originsAlone = `
    import { createApiClient, matchesOrigin, origins } from '${path('./index.ts')}'
    export const client = (options) => createApiClient({ endpoints: { origins }, ...options })
    export { matchesOrigin }`

  test('a page that asks for origins alone brings no other row', async () => {
    const { modules } = await bundle(originsAlone)
    expect(modules).not.toMatch(/@hpke|sealing|wallet|session|deviceCredentials|jsonRpc/i)
  })

  // A tenth of a KB parses the texts of hosted servers; each error that a service can return adds to the catalogue.
  test('it pays less than 3.1 KB, 12.8 KB with zod and the error catalogue', async () => {
    expect((await bundle(originsAlone)).gzipBytes).toBeLessThan(3100)
    expect((await bundle(originsAlone, [])).gzipBytes).toBeLessThan(12_800)
  })

  /** All that the wallet's documents call, with its dependencies: they shouldn't load what only dapps call. */
  const walletDocument = `
    export * from '${path('./walletEndpoints.ts')}'
    export * from '${path('./client/createApiClient.ts')}'
    export * from '${path('./client/createAnswerMemory.ts')}'
    export * from '${path('./client/deviceCredentials.ts')}'
    export * from '${path('./rpc/jsonRpc.ts')}'
    export {
      canonicalJson, encodeBase64url, decodeBase64url, farcasterNonce, frameAncestors, matchesOrigin, readApprovalMode,
      socialNonce, walletChangeDigest, walletProjectId, walletRecord, walletRecordAad
    } from '${path('./index.ts')}'`

  test('a wallet document pays less than 10.7 KB, and brings no cryptography and no other row of dapps', async () => {
    const { modules, gzipBytes } = await bundle(walletDocument)
    expect(modules).not.toMatch(/@hpke|dappEndpoints|accountHistory|convert|onramp|exchanges|telemetry/)
    expect(gzipBytes).toBeLessThan(10_700)
  })

  test('sealing and opening, with the proofs of recovery pairs, pay less than 9.7 KB and bring neither client nor zod', async () => {
    const { modules, gzipBytes } = await bundle(`export * from '${path('./sealing/index.ts')}'`)
    expect(modules).not.toMatch(/zod|createApiClient|@turnkey/)
    expect(gzipBytes).toBeLessThan(9700)
  })
})
