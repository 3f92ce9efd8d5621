import { t } from '@latchkey/copy/modal'
import { Address, Avatar, Icon, Text } from '@latchkey/ui'

/** The last that a login shows, for the moment before the modal leaves: whose wallet this now is. */
export function Welcome({ address }: { address: string }) {
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
