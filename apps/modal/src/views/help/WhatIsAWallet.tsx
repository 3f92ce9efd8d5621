import { Button, Icon, type IconName, Stack, Text } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import { pushAtom } from '../../state/route.ts'
import type { LaterWordKey } from '../../words/enLater.ts'
import { sayLater as say } from '../../words/sayLater.ts'

const facts: readonly { icon: IconName; title: LaterWordKey; text: LaterWordKey }[] = [
  { icon: 'key', title: 'what.key', text: 'what.keyText' },
  { icon: 'wallet', title: 'what.assets', text: 'what.assetsText' },
  { icon: 'shield', title: 'what.yours', text: 'what.yoursText' },
]

/** For those who have none. */
export function WhatIsAWallet() {
  const push = useSetAtom(pushAtom)
  return (
    <Stack gap={5}>
      {facts.map(({ icon, title, text }) => (
        <div part="help-fact" key={title}>
          <span part="help-icon">
            <Icon name={icon} size={22} />
          </span>
          <div>
            <Text as="h2">{say(title)}</Text>
            <Text tone="secondary">{say(text)}</Text>
          </div>
        </div>
      ))}
      <Button onClick={() => push({ view: 'GetAWallet' })}>{say('what.get')}</Button>
    </Stack>
  )
}
