import { type ReadInstruction, shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { Address, Card, Details, KeyValue, KeyValueList, Stack } from '@latchkey/ui'
import { fact as asFact } from '../screen/createReading.ts'
import { type ActionFact, type ActionWords, actionWords } from './actionWords.ts'
import type { SolanaTokenData } from './solanaAmounts.ts'

export type SolanaActionsProps = { instructions: readonly ReadInstruction[]; book: SolanaTokenData }

/** The number of instructions shown at once; the rest is one press away. */
const maxShown = 5

/** Lists what a transaction does, one instruction after the other. */
export function SolanaActions({ instructions, book }: SolanaActionsProps) {
  const told = instructions.flatMap((instruction) => {
    const words = actionWords(instruction, book)
    return words === null ? [] : [{ instruction, words }]
  })
  const more = told.slice(maxShown)
  return (
    <>
      {told.slice(0, maxShown).map((each, index) => (
        <Action key={index} {...each} />
      ))}
      {more.length > 0 && (
        <Details summary={t('actions.more', { count: more.length })}>
          <Stack gap={3}>
            {more.map((each, index) => (
              <Action key={index} {...each} />
            ))}
          </Stack>
        </Details>
      )}
    </>
  )
}

type ActionProps = { instruction: ReadInstruction; words: ActionWords }

function Action({ instruction: { program, programName, action }, words: { title, facts } }: ActionProps) {
  return (
    <Card title={title}>
      <KeyValueList>
        {facts.map((fact, index) => (
          <Fact key={index} {...fact} />
        ))}
        {action.kind !== 'unknown' && (
          <KeyValue label={t('actions.program')}>{programName ?? shortAddress(program)}</KeyValue>
        )}
      </KeyValueList>
    </Card>
  )
}

const Fact = (fact: ActionFact) =>
  'address' in fact ? (
    <KeyValue label={fact.label} stacked>
      <span {...asFact}>
        <Address address={fact.address} form="full" />
      </span>
    </KeyValue>
  ) : (
    <KeyValue label={fact.label} stacked={fact.text.length > 24}>
      <bdi>{fact.text}</bdi>
    </KeyValue>
  )
