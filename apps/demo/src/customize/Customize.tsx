import '../playground/playground.css'
import './customize.css'
import { createModal, type NetworkId, type SocialProvider, type TextKey } from '@latchkey/modal'
import { loginProviderIds, loginProviders } from '@latchkey/protocol/loginProviders'
import { useMemo, useState } from 'react'
import { deployment } from '../deployment.ts'
import { Head } from '../playground/Head.tsx'
import { CodeView } from './CodeView.tsx'
import { type Choices, defaultChoices, type FirstMethod, fonts, optionsOf, presets } from './choices.ts'
import { Check, Field, Group, Segments } from './controls.tsx'
import { LogoChoice } from './LogoChoice.tsx'
import { Preview, site } from './Preview.tsx'
import { Variables } from './Variables.tsx'

/** Networks to choose from: those of the local stack, and a few common ones. */
const networks: readonly (readonly [NetworkId, string])[] = [
  ['eip155:31337', 'Local chain A'],
  ['eip155:1337', 'Local chain B'],
  ['eip155:1', 'Ethereum'],
  ['eip155:8453', 'Base'],
  ['eip155:42161', 'Arbitrum'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
  ['bip122:000000000019d6689c085ae165831e93', 'Bitcoin'],
]

/** Messages to start with; the reference has all of them. */
const texts: readonly (readonly [TextKey, string, string])[] = [
  ['modal.title.Connect', 'Title', 'Sign in or sign up'],
  ['connect.email', 'Label of the field', 'Email address'],
  ['connect.hint', 'Hint under it', "We'll email you a code. No password needed."],
  ['common.continue', 'Button', 'Continue'],
]

const themed = [
  '--lk-accent',
  '--lk-font',
  '--lk-radius-modal',
  '--lk-radius-card',
  '--lk-radius-button',
  '--lk-radius-input',
]
const firsts: Readonly<Record<FirstMethod, string>> = {
  email: 'Email',
  social: 'Providers',
  wallet: 'Wallets',
  installed: 'Wallets, if one is installed',
}

const toggle = <item,>(list: readonly item[], item: item, on: boolean): readonly item[] =>
  on ? [...list, item] : list.filter((each) => each !== item)

/** Opens the chosen modal as users see it, over the page; it is removed from the page when it is closed. */
const openDialog = async (options: ReturnType<typeof optionsOf>): Promise<void> => {
  const modal = createModal({ ...site, rpcUrls: deployment.rpcUrls, ...options })
  modal.subscribeEvents(({ type }) => {
    if (type === 'MODAL_CLOSE') setTimeout(modal.destroy, 1000)
  })
  await modal.open()
}

type GroupProps = { choices: Choices; set: (change: Partial<Choices>) => void }

/** Mode, colors, corners and font. */
const LookGroup = ({ choices, set }: GroupProps) => {
  const { themeMode, accent, font, corners, variables } = choices
  return (
    <Group title="Look">
      <div className="presets">
        {Object.entries(presets).map(([name, preset]) => (
          <button
            key={name}
            type="button"
            className="quiet"
            onClick={() => {
              const { accent, font, corners, variables } = { ...defaultChoices, ...preset }
              set({ accent, font, corners, variables })
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <Segments
        label="Mode"
        value={themeMode}
        options={['system', 'light', 'dark'] as const}
        names={{ system: 'System', light: 'Light', dark: 'Dark' }}
        onChange={(mode) => set({ themeMode: mode })}
      />
      <label className="color">
        Accent
        <input
          type="color"
          value={accent === '' ? '#1a6fe1' : accent}
          onChange={({ target }) => set({ accent: target.value })}
        />
      </label>
      <label>
        {`Corners: ${corners} px`}
        <input
          type="range"
          min={0}
          max={36}
          value={corners}
          onChange={({ target }) => set({ corners: target.valueAsNumber })}
        />
      </label>
      <Segments
        label="Font"
        value={font}
        options={Object.values(fonts)}
        names={Object.fromEntries(Object.entries(fonts).map(([name, stack]) => [stack, name]))}
        onChange={(stack) => set({ font: stack })}
      />
      <Variables value={variables} known={themed} onChange={(next) => set({ variables: next })} />
    </Group>
  )
}

/** Logo, name and texts. */
const BrandGroup = ({ choices, set }: GroupProps) => {
  return (
    <Group title="Brand and words">
      <LogoChoice onChange={(logo) => set({ logo })} />
      <Field label="Name of the app" value={choices.name} onChange={(name) => set({ name })} />
      {texts.map(([key, label, ours]) => (
        <Field
          key={key}
          label={label}
          placeholder={ours}
          value={choices.texts[key] ?? ''}
          onChange={(text) => set({ texts: { ...choices.texts, [key]: text } })}
        />
      ))}
      <p className="hint">
        <a href={`${deployment.docsUrl}/reference/texts`}>All texts</a>
      </p>
    </Group>
  )
}

/** The sign-in methods and login providers. */
const SignInGroup = ({ choices, set }: GroupProps) => {
  const { socials } = choices
  return (
    <Group title="Sign-in">
      <Check label="Email" checked={choices.email} onChange={(email) => set({ email })} />
      <Check label="Wallets" checked={choices.wallets} onChange={(wallets) => set({ wallets })} />
      <Check
        label="Several wallets at once"
        checked={choices.multiWallet}
        onChange={(multiWallet) => set({ multiWallet })}
      />
      <fieldset>
        <legend>Login providers</legend>
        <div className="checks">
          {loginProviderIds.map((id: SocialProvider) => (
            <Check
              key={id}
              label={loginProviders[id].name}
              checked={socials.includes(id)}
              onChange={(on) => set({ socials: toggle(socials, id, on) })}
            />
          ))}
        </div>
      </fieldset>
      <Segments
        label="First"
        value={choices.first}
        options={Object.keys(firsts) as FirstMethod[]}
        names={firsts}
        onChange={(first) => set({ first })}
      />
    </Group>
  )
}

/** The networks that the app uses. */
const NetworksGroup = ({ choices, set }: GroupProps) => {
  return (
    <Group title="Networks">
      <div className="checks">
        {networks.map(([id, name]) => (
          <Check
            key={id}
            label={name}
            checked={choices.networks.includes(id)}
            disabled={choices.networks.length === 1 && choices.networks.includes(id)}
            onChange={(on) => set({ networks: toggle(choices.networks, id, on) })}
          />
        ))}
      </div>
    </Group>
  )
}

/** Every option of the modal that needs no code, with a preview and the resulting code. */
export const Customize = () => {
  const [choices, setChoices] = useState(defaultChoices)
  const set = (change: Partial<Choices>): void => setChoices((before) => ({ ...before, ...change }))
  const options = useMemo(() => optionsOf(choices), [choices])
  return (
    <>
      <Head at="/customize">
        <button type="button" onClick={() => void openDialog(options).catch(() => undefined)}>
          Open as dialog
        </button>
      </Head>
      <main className="customize">
        <div className="intro">
          <h1>Make it yours</h1>
          <p className="lead">Choose how users sign in and how it looks. Copy the code when it fits.</p>
        </div>
        <div className="choices">
          <LookGroup choices={choices} set={set} />
          <BrandGroup choices={choices} set={set} />
          <SignInGroup choices={choices} set={set} />
          <NetworksGroup choices={choices} set={set} />
        </div>
        <Preview options={options} />
        <CodeView options={{ ...site, ...options }} />
      </main>
    </>
  )
}
