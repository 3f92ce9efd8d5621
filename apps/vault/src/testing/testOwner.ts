import { AppError } from '@latchkey/protocol/errors'
import { type Answers, createAnsweringPerson } from './answeringPerson.ts'

/** Stands in for Argon2id and an authenticator: the same input gives the same 32 bytes. */
const derive = async (secret: string, salt: ArrayBuffer): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', await new Blob([secret, salt]).arrayBuffer())

/** A wallet's owner: their secrets. All may be changed during a prompt. */
export type TestOwner = {
  /** Passphrases that they may have chosen; the last is the next choice. Tried in turn until one opens. */
  passphrases: string[]
  /** Their next inputs for an import. */
  imports: string[]
}

/** Answers every prompt correctly. */
export const testOwner = (owner: TestOwner = { passphrases: ['correct horse battery staple'], imports: [] }) => {
  let tries = 0
  const credentialId = new TextEncoder().encode('the one authenticator').buffer
  const answers: Answers = {
    setPassphrase: async ({ salt }) => ({ secret: await derive(owner.passphrases.at(-1) ?? '', salt) }),
    enterPassphrase: async ({ salt, failed }) => {
      tries = failed ? tries + 1 : 0
      return { secret: await derive(owner.passphrases[tries % owner.passphrases.length] ?? '', salt) }
    },
    createPasskey: async ({ salt }) => ({ secret: await derive('authenticator', salt), credentialId }),
    usePasskey: async ({ salt }) => ({ secret: await derive('authenticator', salt) }),
    import: () => {
      const typed = owner.imports.shift()
      // They give up.
      if (typed === undefined) throw new AppError('USER_REJECTED')
      return { typed: new TextEncoder().encode(typed).buffer }
    },
    confirm: () => ({ agreed: true }),
    reveal: () => ({ seen: true }),
  }
  return { owner, ...createAnsweringPerson(answers) }
}
