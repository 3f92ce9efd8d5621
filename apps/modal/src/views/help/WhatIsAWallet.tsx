import { t } from '@latchkey/copy/walletHelp'
import { Button, Icon, type IconName, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { isEmailOnAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'

const facts = [
  { icon: 'key', title: 'key', text: 'keyText' },
  { icon: 'wallet', title: 'assets', text: 'assetsText' },
  { icon: 'shield', title: 'yours', text: 'yoursText' },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** For users without a wallet. */
export function WhatIsAWallet() {
  const push = useSetAtom(pushAtom)
  const isEmailOn = useAtomValue(isEmailOnAtom)
  return (
    <Stack gap={5}>
      {facts.map(({ icon, title, text }) => (
        <div part="help-fact" key={title}>
          <span part="help-icon">
            <Icon name={icon} size={22} />
          </span>
          <div>
            <Text as="h2">{t(title)}</Text>
            <Text tone="secondary">{t(text)}</Text>
          </div>
        </div>
      ))}
      <Stack gap={3}>
        {isEmailOn && <Button onClick={() => push({ view: 'Connect' })}>{t('makeOne')}</Button>}
        <Button variant={isEmailOn ? 'secondary' : 'primary'} onClick={() => push({ view: 'GetAWallet' })}>
          {t('getOne')}
        </Button>
      </Stack>
    </Stack>
  )
}
