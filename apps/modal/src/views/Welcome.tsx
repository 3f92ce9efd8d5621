import { t } from '@latchkey/copy/modal'
import { Address, Avatar, Icon, Text } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { welcomeAtom } from '../state/login.ts'

/** The last view of a sign-in, for the moment before the modal leaves: whose wallet this is. */
export function Welcome() {
  const address = useAtomValue(welcomeAtom)
  if (address === null) return null
  return (
    <div part="waiting" data-size="login">
      <span part="welcome">
        <Avatar address={address} size={72} />
        <span part="welcome-mark">
          <Icon name="check" size={18} />
        </span>
      </span>
      <Text size="title" tone="primary" align="center">
        {t('welcome')}
      </Text>
      <Address address={address} />
    </div>
  )
}
