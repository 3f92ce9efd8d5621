import type { Challenge, Solution } from '@latchkey/api-client'

const hex = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(bytes as Uint8Array).toString('hex')
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** Real challenges, each of which takes forty keys, and whose solutions are compared with the expected ones. */
export const testChallenges = () => {
  const keys = new Map<string, string>()
  return {
    async make(): Promise<Challenge> {
      const [nonce, salt] = [random(16), random(16)]
      const password = new Uint8Array([...nonce, 0, 0, 0, 40])
      const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
      const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 1_000 }
      const derived = hex(await crypto.subtle.deriveBits(algorithm, key, 256))
      const signature = hex(random(32))
      keys.set(signature, derived)
      const signed = { keySignature: hex(random(32)), signature }
      const expiresAt = Math.floor(Date.now() / 1000) + 600
      return {
        nonce: hex(nonce),
        salt: hex(salt),
        keyPrefix: derived.slice(0, 16),
        cost: 1_000,
        work: 1,
        expiresAt,
        ...signed,
      }
    },
    /** Checks a solution, which is valid once. */
    isSolved({ signature, derivedKey }: Solution): boolean {
      const isRight = keys.get(signature) === derivedKey
      keys.delete(signature)
      return isRight
    },
  }
}
