import type { Severity } from '@latchkey/chains'
import { t } from '@latchkey/copy/risks'
import { Details, Notice, Stack } from '@latchkey/ui'
import type { ReactNode } from 'react'

/** What is said of a risk: what it is, and why it matters. */
export type RiskWords = { severity: Severity; title: string; text: ReactNode }

/** So many at once are read; more are skipped over. */
const maxShown = 3

/** What to know before agreeing, the worst first: three in sight, the rest a press away. */
export function RiskList({ risks }: { risks: readonly RiskWords[] }) {
  if (risks.length === 0) return null
  const more = risks.slice(maxShown)
  return (
    <Stack gap={2}>
      {risks.slice(0, maxShown).map((risk, index) => (
        <Risk key={index} {...risk} />
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
    <Notice variant={severity} title={title}>
      {text}
    </Notice>
  )
}
