import { t } from '@latchkey/copy/signIn'
import { Notice, Text } from '@latchkey/ui'
import { useOnline } from '../approvals/screen/useOnline.ts'
import type { CodeState, LinkState } from './createCodeStep.ts'
import { loginWords } from './loginWords.ts'
import { NumberCard } from './NumberCard.tsx'
import { useSecondsLeft } from './useSecondsLeft.ts'

export type LinkWaitProps = { link: LinkState; failure: CodeState['failure'] }

/** What there is to compare, if anything, while a mailed link is waited for, and for how long. */
export function LinkWait({ link, failure }: LinkWaitProps) {
  const minutes = Math.max(1, Math.ceil(useSecondsLeft(link.expiresAtMs) / 60))
  const isOnline = useOnline()
  if (failure?.of === 'link') return <Notice variant="warning" title={loginWords(failure.error, isOnline)} />
  return (
    <>
      {link.number !== null && <NumberCard number={link.number} label={t('link.number')} />}
      <Text size="small" tone="secondary" align="center">
        {t('link.works', { minutes })}
      </Text>
    </>
  )
}
