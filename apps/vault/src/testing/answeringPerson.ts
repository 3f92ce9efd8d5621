import { AppError } from '@latchkey/protocol/errors'
import type { Answer, Person, Question, QuestionKind } from '../screens/questions.ts'

type Asked = { [kind in QuestionKind]: { kind: kind; question: Question<kind> } }[QuestionKind]
export type Answers = { [kind in QuestionKind]?: (question: Question<kind>) => Answer<kind> | Promise<Answer<kind>> }

/**
 * A user at the vault who answers as a test scripts, and declines the rest. Questions and answers are copied, as on their way through the
 * document.
 */
export const createAnsweringPerson = (answers: Answers = {}) => {
  const asked: Asked[] = []
  let decline: ((reason: AppError) => void) | null = null
  const person: Person = {
    ask: async (kind, question, _) => {
      asked.push(structuredClone({ kind, question }) as Asked)
      const declined = Promise.withResolvers<never>()
      // It may have no awaiter left.
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
