import type { ReactNode } from 'react'
import {
  Address,
  Amount,
  Avatar,
  Banner,
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  CodeField,
  Details,
  Divider,
  EmptyState,
  ErrorState,
  Footer,
  Header,
  Icon,
  IconButton,
  type IconName,
  ImageIcon,
  KeyValue,
  KeyValueList,
  LegalFooter,
  Link,
  NetworkIcon,
  Notice,
  Panel,
  RawText,
  Row,
  Skeleton,
  Stack,
  Tabs,
  Tag,
  Text,
  TextField,
  Tile,
  Toast,
  ViewTransition,
  WalletIcon,
} from '../src/index.ts'
import { SearchField, VirtualList } from '../src/list.ts'
import { QrCode } from '../src/qr.ts'

const nothing = () => {}
const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const lookalike = '0x8f3Cf7ad23Cd3CaDbD1735AFf958043239c6A063'

const logo = (hue: number, path: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" fill="oklch(0.62 0.19 ${hue})"/><path d="${path}" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/></svg>`,
  )}`
const fox = logo(45, 'M10 12l8 14 8-14-8 4z')
const ghost = logo(295, 'M11 25V17a7 7 0 0 1 14 0v8l-3.5-2.5L18 25l-3.5-2.5z')
const rainbow = logo(220, 'M9 25a9 9 0 0 1 18 0M14 25a4 4 0 0 1 8 0')

const pairing =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1893456000'

const view = (title: string, children: ReactNode, back = false) => (
  <Panel>
    <Header title={title} onClose={nothing} {...(back && { onBack: nothing })} />
    <ViewTransition viewKey={title}>{children}</ViewTransition>
  </Panel>
)

const review = (children: ReactNode, confirm: ReactNode) => (
  <Panel>
    <Header title="Review" onClose={nothing} />
    <ViewTransition viewKey="review">
      <Stack>{children}</Stack>
    </ViewTransition>
    <Footer>
      <ButtonRow>
        <Button variant="secondary" onClick={nothing}>
          Reject
        </Button>
        {confirm}
      </ButtonRow>
    </Footer>
  </Panel>
)

const iconNames: IconName[] = [
  'back',
  'close',
  'copy',
  'check',
  'chevron',
  'chevronDown',
  'mail',
  'wallet',
  'external',
  'warning',
  'error',
  'info',
  'success',
  'network',
  'disconnect',
  'lock',
  'refresh',
  'sun',
  'moon',
  'search',
  'swap',
  'send',
  'receive',
  'plus',
  'shield',
  'card',
  'qr',
  'user',
  'device',
  'key',
  'clock',
  'grid',
  'help',
  'edit',
  'download',
  'desktop',
  'puzzle',
  'settings',
]

/** Whole views as the modal and the frame compose them, then every part in every state. */
export const screens: Record<string, ReactNode> = {
  Connect: (
    <Panel>
      <Header title="Connect wallet" onClose={nothing} />
      <ViewTransition viewKey="connect">
        <Stack>
          <TextField label="Email" labelHidden placeholder="Email address" icon="mail" value="" onChange={nothing} />
          <Divider label="or" />
          <Stack gap={2}>
            <Row
              icon={<ImageIcon src={fox} />}
              title="Vulpes"
              trailing={<Tag label="Installed" tone="live" />}
              onClick={nothing}
            />
            <Row icon={<ImageIcon src={ghost} />} title="Spectre" trailing={<Tag label="Recent" />} onClick={nothing} />
            <Row icon={<ImageIcon src={rainbow} />} title="Arc" onClick={nothing} />
            <Row icon="qr" title="WalletConnect" trailing={<Icon name="qr" size={18} />} onClick={nothing} />
            <Row icon="search" title="All wallets" trailing={<Tag label="430" />} onClick={nothing} />
          </Stack>
        </Stack>
      </ViewTransition>
      <LegalFooter>
        By connecting you agree to the <Link href="#terms">Terms of service</Link> and the{' '}
        <Link href="#privacy">Privacy policy</Link>
      </LegalFooter>
    </Panel>
  ),
  'Email, filled': view(
    'Log in',
    <Stack>
      <TextField
        label="Email"
        value="ada@example.org"
        icon="mail"
        type="email"
        onChange={nothing}
        onSubmit={nothing}
        submitLabel="Continue"
      />
      <TextField
        label="Email"
        value="ada@example"
        icon="mail"
        type="email"
        onChange={nothing}
        error="Please enter a valid email address"
      />
      <TextField label="Email" value="ada@example.org" icon="mail" onChange={nothing} busy="Sending the code" />
      <TextField
        label="Name"
        value=""
        placeholder="ada"
        hint="Letters and digits, at least three"
        onChange={nothing}
        disabled
      />
    </Stack>,
  ),
  Code: view(
    'Confirm your email',
    <Stack gap={5}>
      <Text tone="secondary" align="center">
        Enter the code that we sent to
        <br />
        <Text as="span">ada@example.org</Text>
      </Text>
      <CodeField
        label="Code"
        value="4831"
        onChange={nothing}
        onComplete={nothing}
        hint="It can take a minute to arrive"
      />
      <Text align="center" size="small" tone="secondary">
        Nothing came? <Link onClick={nothing}>Send it again</Link>
      </Text>
    </Stack>,
    true,
  ),
  'Code, wrong': view(
    'Confirm your email',
    <Stack gap={5}>
      <CodeField
        label="Code"
        value="483105"
        onChange={nothing}
        onComplete={nothing}
        error="That code is not right. Tries left: 2"
      />
      <CodeField label="Code" value="483105" onChange={nothing} onComplete={nothing} busy="Checking the code" />
    </Stack>,
    true,
  ),
  Connecting: view(
    'Vulpes',
    <Stack gap={5} align="center">
      <ImageIcon src={fox} size={72} busy="Waiting for Vulpes" />
      <Stack gap={1}>
        <Text size="title" align="center">
          Continue in Vulpes
        </Text>
        <Text tone="secondary" align="center">
          Accept the request in the extension's window
        </Text>
      </Stack>
      <Button variant="secondary" icon="refresh" onClick={nothing}>
        Try again
      </Button>
      <Link onClick={nothing}>Use another method</Link>
    </Stack>,
    true,
  ),
  Account: view(
    'Account',
    <Stack gap={5}>
      <Stack align="center" gap={3}>
        <Avatar address={address} size={64} />
        <Address address={address} onCopy={nothing} copyLabel="Copy address" />
        <Amount value="2.4871" symbol="ETH" fiat="$7,912.40" />
      </Stack>
      <ButtonRow>
        <Tile icon="send" label="Send" onClick={nothing} />
        <Tile icon="swap" label="Swap" onClick={nothing} />
        <Tile icon="card" label="Buy" onClick={nothing} />
        <Tile icon="receive" label="Receive" onClick={nothing} disabled />
      </ButtonRow>
      <Row icon={<NetworkIcon name="Ethereum" />} title="Ethereum" trailing="chevron" onClick={nothing} />
      <Tabs
        label="Holdings"
        tabs={[
          { id: 'tokens', label: 'Tokens' },
          { id: 'activity', label: 'Activity' },
        ]}
        selected="tokens"
        onSelect={nothing}
      >
        <Stack gap={1}>
          <Row
            icon={<NetworkIcon name="Ether" />}
            title="Ether"
            description="Ethereum"
            trailing={<Amount size="row" value="2.4871" symbol="ETH" fiat="$7,912.40" />}
          />
          <Row
            icon={<NetworkIcon name="USD Coin" />}
            title="USD Coin"
            description="Received"
            trailing={<Amount size="row" direction="in" value="120.00" symbol="USDC" fiat="$120.00" />}
          />
          <Row
            icon={<NetworkIcon name="Wrapped Bitcoin" />}
            title="Wrapped Bitcoin"
            description="Sent"
            trailing={<Amount size="row" direction="out" value="0.004" symbol="WBTC" fiat="$412.10" />}
          />
        </Stack>
      </Tabs>
      <Row icon="disconnect" title="Disconnect" onClick={nothing} />
    </Stack>,
  ),
  Networks: view(
    'Choose a network',
    <Stack gap={2}>
      {['Ethereum', 'Optimism', 'Polygon', 'Arbitrum One', 'Base', 'BNB Smart Chain', 'Solana', 'Bitcoin'].map(
        (name, index) => (
          <Row
            key={name}
            icon={<NetworkIcon name={name} />}
            title={name}
            selected={index === 2}
            {...(index === 2 && { trailing: <Icon name="check" label="Connected" /> })}
            onClick={nothing}
            disabled={index === 7}
          />
        ),
      )}
    </Stack>,
    true,
  ),
  Approval: review(
    <>
      <Row
        icon={<ImageIcon src={rainbow} fallback="network" />}
        title="app.arcswap.example"
        description="Calls itself “Arcswap”"
        trailing={<Icon name="lock" size={18} label="Secure connection" />}
      />
      <Text size="display" as="h2">
        Swap 1.2 ETH for at least 3,790 USDC
      </Text>
      <Card title="What changes">
        <Row
          icon={<NetworkIcon name="Ether" />}
          title="Ether"
          trailing={<Amount size="row" direction="out" value="1.2" symbol="ETH" fiat="$3,817.56" />}
        />
        <Row
          icon={<NetworkIcon name="USD Coin" />}
          title="USD Coin"
          trailing={<Amount size="row" direction="in" value="3,809.15" symbol="USDC" fiat="$3,809.15" />}
        />
      </Card>
      <KeyValueList>
        <KeyValue label="Network">Ethereum</KeyValue>
        <KeyValue label="Network fee">0.0004 ETH · $1.30</KeyValue>
        <KeyValue label="To" stacked>
          <Address address={address} form="full" />
        </KeyValue>
      </KeyValueList>
      <Details summary="Raw data">
        <RawText label="Raw data">0x38ed1739000000000000000000000000000000000000000010a741a462780000</RawText>
      </Details>
    </>,
    <Button armed={false} onClick={nothing}>
      Confirm
    </Button>,
  ),
  'Approval, dangerous': review(
    <>
      <Text size="display" as="h2" tone="danger">
        Let an unknown contract take all your USDC
      </Text>
      <Card tone="danger" title="What changes">
        <Row
          icon={<NetworkIcon name="USD Coin" />}
          title="USD Coin"
          description="Allowance"
          trailing={<Text tone="danger">Unlimited</Text>}
        />
        <KeyValueList>
          <KeyValue label="Spender" stacked>
            <Address address={address} form="full" lookalike={lookalike} />
          </KeyValue>
        </KeyValueList>
      </Card>
      <Notice variant="danger" title="This address imitates one that you know">
        Four characters differ. People who send these requests usually want to take your money.
      </Notice>
    </>,
    <Button variant="danger" armed={false} onClick={nothing}>
      Confirm
    </Button>,
  ),
  Message: review(
    <>
      <Text size="display" as="h2">
        Sign in to app.arcswap.example
      </Text>
      <RawText label="Message" kind="message">
        {
          'app.arcswap.example wants you to sign in with your Ethereum account.\n\nI accept the terms of service.\n\nNonce: 8f3c2a91\nIssued at: 2026-01-12T09:30:00Z'
        }
      </RawText>
      <Details summary="Raw data" defaultOpen>
        <RawText label="Raw data">
          0x38ed17390000000000000000000000000000000000000010a741a46278000000000000000000000000000000000000
        </RawText>
      </Details>
    </>,
    <Button onClick={nothing}>Sign</Button>,
  ),
  Notices: view(
    'Notices',
    <Stack gap={3}>
      <Notice>Your balance updates every few seconds.</Notice>
      <Notice variant="info" title="New device">
        We sent a code to your email.
      </Notice>
      <Notice variant="success" title="Connected">
        You can close this window.
      </Notice>
      <Notice variant="warning" title="Test network" action={<Link onClick={nothing}>Switch to Ethereum</Link>}>
        Tokens here are worth nothing.
      </Notice>
      <Notice variant="danger" title="This would fail">
        The contract refuses this amount.
      </Notice>
    </Stack>,
  ),
  ...Object.fromEntries(
    (['loading', 'success', 'error'] as const).map((variant) => [
      `Toast, ${variant}`,
      <Panel key={variant}>
        <Toast
          variant={variant}
          message={
            { loading: 'Connecting to Vulpes', success: 'Address copied', error: 'The request was rejected' }[variant]
          }
        />
        <Header title="Account" onClose={nothing} />
      </Panel>,
    ]),
  ),
  Banners: (
    <Panel>
      <Header
        title="A title that is far too long to stand on one line"
        onBack={nothing}
        onClose={nothing}
        closeDisabled
      />
      <Banner variant="warning" onDismiss={nothing}>
        You are offline. What you see may be out of date.
      </Banner>
      <Banner variant="info">A new version is available after you reload.</Banner>
      <ViewTransition viewKey="banners">
        <Stack>
          <Skeleton shape="amount" />
          <Skeleton count={2} />
          <Skeleton shape="row" count={2} />
          <Skeleton shape="icon" />
        </Stack>
      </ViewTransition>
    </Panel>
  ),
  Buttons: view(
    'Buttons',
    <Stack gap={3}>
      <Button onClick={nothing}>Continue</Button>
      <Button onClick={nothing} icon="wallet">
        Connect wallet
      </Button>
      <Button onClick={nothing} busy="Sending">
        Send
      </Button>
      <Button onClick={nothing} disabled>
        Continue
      </Button>
      <Button variant="secondary" onClick={nothing}>
        Not now
      </Button>
      <Button variant="danger" onClick={nothing}>
        Delete this device
      </Button>
      <Stack direction="line" gap={2}>
        <IconButton icon="copy" label="Copy" onClick={nothing} />
        <IconButton icon="refresh" label="Refresh" onClick={nothing} />
        <IconButton icon="settings" label="Settings" onClick={nothing} disabled />
        <Link onClick={nothing}>A link</Link>
      </Stack>
    </Stack>,
  ),
  Empty: view(
    'Activity',
    <EmptyState
      icon="clock"
      title="No activity yet"
      description="What you send, receive and swap will be listed here."
      action={{ label: 'Receive', onClick: nothing }}
    />,
  ),
  Error: view(
    'Send',
    <ErrorState
      title="The network did not answer"
      description="Nothing was sent and your money has not moved."
      action={{ label: 'Try again', onClick: nothing }}
    />,
  ),
  'QR code': view(
    'Scan',
    <Stack gap={4}>
      <ButtonLink href="vulpes://wc" target="_self" icon="external">
        Open Vulpes
      </ButtonLink>
      <QrCode
        text={pairing}
        label="QR code to connect Vulpes"
        logo={<WalletIcon name="Vulpes" src={fox} size={52} />}
      />
      <QrCode text={null} label="The code is on its way" logo={<WalletIcon name="Vulpes Wallet" size={52} />} />
    </Stack>,
    true,
  ),
  'All wallets': view(
    'All wallets',
    <Stack gap={3}>
      <SearchField label="Search wallets" clearLabel="Clear the search" value="" onChange={nothing} />
      <VirtualList
        label="Wallets"
        count={500}
        rowHeight={64}
        keyOf={String}
        renderRow={(index, tabIndex) => (
          <Row
            icon={<WalletIcon name={`Wallet ${index + 1}`} src={index === 0 ? fox : null} pending={index === 4} />}
            title={`Wallet ${index + 1}`}
            trailing={index === 0 && <Tag label="Installed" tone="live" />}
            onClick={nothing}
            tabIndex={tabIndex}
          />
        )}
      />
    </Stack>,
    true,
  ),
  'Search, filled': view(
    'All wallets',
    <SearchField label="Search wallets" clearLabel="Clear the search" value="Vulpes" onChange={nothing} />,
  ),
  Icons: view(
    'Icons',
    <Stack direction="line" gap={4}>
      <div className="icons">
        {iconNames.map((name) => (
          <Icon key={name} name={name} size={24} label={name} />
        ))}
      </div>
    </Stack>,
  ),
  Avatars: view(
    'Avatars',
    <div className="icons">
      {Array.from({ length: 18 }, (_, index) => (
        <Avatar
          key={`0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A0${index}`}
          address={`0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A0${index}`}
          size={44}
        />
      ))}
      {[
        'Ethereum',
        'Optimism',
        'Polygon',
        'Arbitrum One',
        'Base',
        'BNB Smart Chain',
        'Solana',
        'Bitcoin',
        'Gnosis',
        'Avalanche',
        'zkSync Era',
        'Linea',
      ].map((name) => (
        <NetworkIcon key={name} name={name} size={44} />
      ))}
    </div>,
  ),
}
