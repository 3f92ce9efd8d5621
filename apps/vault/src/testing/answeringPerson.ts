import { AppError } from '@latchkey/protocol/errors'
import type { Answer, Person, Question, QuestionKind } from '../screens/questions.ts'

type Asked = { [kind in QuestionKind]: { kind: kind; question: Question<kind> } }[QuestionKind]
export type Answers = { [kind in QuestionKind]?: (question: Question<kind>) => Answer<kind> | Promise<Answer<kind>> }

/**
 * A person before the vault who answers as a test says, and declines the rest. Questions and answers are copied, as they
 * are on their way through the document.
 */
export const createAnsweringPerson = (answers: Answers = {}) => {
  const asked: Asked[] = []
  let decline: ((reason: AppError) => void) | null = null
  const person: Person = {
    ask: async (kind, question, _) => {
      asked.push(structuredClone({ kind, question }) as Asked)
      const declined = Promise.withResolvers<never>()
      // Nobody may be waiting for it any more.
      declined.promise.catch(() => undefined)
      decline = declined.reject
      const answer = answers[kind] as ((question: unknown) => Promise<never>) | undefined
      if (answer === undefined) throw new AppError('USER_REJECTED')
      return structuredClone(await Promise.race([answer(structuredClone(question)), declined.promise]))
    },
    leave: () => decline?.(new AppError('USER_REJECTED')),
  }
  return { person, asked, answers }
}
