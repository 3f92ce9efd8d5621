import { appearance } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { type QuestionKind, questions } from './questions.ts'

/**
 * The channel between the vault's worker and its document: the worker's own `postMessage`, which no other window can reach. One question is
 * open at a time; an answer that names another one is dropped.
 */

const kinds = Object.keys(questions) as [QuestionKind, ...QuestionKind[]]
const id = z.int().check(z.minimum(1))

/** Worker to document. `question` is then parsed with the row of its kind. */
export const screenRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id, kind: z.enum(kinds), question: z.unknown(), appearance }),
  z.object({ type: z.literal('leave') }),
])
export type ScreenRequest = z.output<typeof screenRequest>

/**
 * Document to worker. `answer` is then parsed with the row of the question's kind. `refused`: why there is none; the
 * names that `Person` lists.
 */
export const screenAnswer = z.union([
  z.object({ id, refused: z.enum(['USER_REJECTED', 'UNAUTHORIZED', 'FRAME_LOAD_FAILED']) }),
  z.object({ id, answer: z.unknown() }),
])
export type ScreenAnswer = z.output<typeof screenAnswer>
