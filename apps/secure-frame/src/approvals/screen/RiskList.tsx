import type { Severity } from '@latchkey/chains'
import { t } from '@latchkey/copy/risks'
import { Details, Stack } from '@latchkey/ui'
import { type ReactNode, useContext } from 'react'
import { Caution } from './Caution.tsx'
import { FirstRiskId } from './FirstRiskId.ts'

/** The words for a risk: what it is, and why it matters. */
export type RiskWords = { severity: Severity; title: string; text: ReactNode }

/** The number of risks shown at once; users skip longer lists. */
const maxShown = 3

/** Lists the risks, the worst first: every danger, then the first of the rest; the others are one press away. */
export function RiskList({ risks }: { risks: readonly RiskWords[] }) {
  const firstId = useContext(FirstRiskId)
  if (risks.length === 0) return null
  const dangers = risks.filter(({ severity }) => severity === 'danger').length
  const shown = Math.max(1, Math.min(dangers, maxShown))
  const more = risks.slice(shown)
  return (
    <Stack gap={2}>
      {risks.slice(0, shown).map((risk, index) => (
        <div key={index} id={index === 0 ? firstId : undefined}>
          <Risk {...risk} />
        </div>
      ))}
      {more.length > 0 && (
        <Details summary={t('more', { count: more.length })}>
          <Stack gap={2}>
            {more.map((risk, index) => (
              <Risk key={index} {...risk} />
            ))}
          </Stack>
        </Details>
      )}
    </Stack>
  )
}

function Risk({ severity, title, text }: RiskWords) {
  return (
    <Caution variant={severity} title={title}>
      {text}
    </Caution>
  )
}
