import { t } from '@latchkey/copy/modal'
import { Details, RawText, Stack, Text } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { alertReportsAtom } from '../state/alerts.ts'
import { isBlockedAtom } from '../state/project.ts'

/** Lists what a developer has to fix: the problem, its cause, and the exact solution. */
export function AlertList() {
  const alerts = useAtomValue(alertReportsAtom)
  const isOpen = useAtomValue(isBlockedAtom)
  return (
    <Details summary={t('forDevelopers')} defaultOpen={isOpen} key={String(isOpen)}>
      <Stack gap={4}>
        {alerts.map(({ code, title, cause, fix, link }) => (
          <Stack gap={2} key={`${code} ${cause}`}>
            <Text as="h2">
              {code} {title}
            </Text>
            <Text size="small" tone="secondary">
              {cause}
            </Text>
            <RawText label={code}>{fix}</RawText>
            <Text size="small" tone="secondary">
              {link}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Details>
  )
}
