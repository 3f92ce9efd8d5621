import type { SolanaRisk } from '@latchkey/chains'
import { Details, Notice, Stack } from '@latchkey/ui'
import { solanaRiskWords } from './solanaRiskWords.ts'

/** So many at once are read; more are skipped over. */
const maxShown = 3

/** What to know before agreeing, the worst first: three in sight, the rest a press away. */
export function SolanaRiskList({ risks }: { risks: readonly SolanaRisk[] }) {
  if (risks.length === 0) return null
  const more = risks.slice(maxShown)
  return (
    <Stack gap={2}>
      {risks.slice(0, maxShown).map((risk) => (
        <Risk key={JSON.stringify(risk)} risk={risk} />
      ))}
      {more.length > 0 && (
        <Details summary={`More to know (${more.length})`}>
          <Stack gap={2}>
            {more.map((risk) => (
              <Risk key={JSON.stringify(risk)} risk={risk} />
            ))}
          </Stack>
        </Details>
      )}
    </Stack>
  )
}

function Risk({ risk }: { risk: SolanaRisk }) {
  const { severity, title, text } = solanaRiskWords(risk)
  return (
    <Notice variant={severity} title={title}>
      {text}
    </Notice>
  )
}
