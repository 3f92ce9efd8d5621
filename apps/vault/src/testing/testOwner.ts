import { AppError } from '@latchkey/protocol/errors'
import { type Answers, createAnsweringPerson } from './answeringPerson.ts'

/** Stands for Argon2id and for an authenticator: the same input gives the same 32 bytes. */
const derive = async (secret: string, salt: ArrayBuffer): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', await new Blob([secret, salt]).arrayBuffer())

/** The owner of a wallet: what they know and have. All of it may be changed while they are asked. */
export type TestOwner = {
  /** The passphrases that they may have chosen; the last is what they choose next. Tried in turn until one opens. */
  passphrases: string[]
  /** What they type next when they import. */
  imports: string[]
}

/** Answers everything truly. */
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
