export { Address, type AddressProps } from './Address.tsx'
export { Amount, type AmountProps } from './Amount.tsx'
export { Announcer, type AnnouncerProps } from './Announcer.tsx'
export { Avatar, type AvatarProps } from './Avatar.tsx'
export { adoptStyles } from './adoptStyles.ts'
export { applyTheme } from './applyTheme.ts'
export { Button, type ButtonProps, Tile, type TileProps } from './Button.tsx'
export { ButtonLink, type ButtonLinkProps } from './ButtonLink.tsx'
export { CodeField, type CodeFieldProps } from './CodeField.tsx'
export { codeStyles } from './code.css.ts'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { Footer, type FooterProps } from './Footer.tsx'
export {
  Details,
  type DetailsProps,
  KeyValue,
  KeyValueList,
  type KeyValueListProps,
  type KeyValueProps,
  RawText,
  type RawTextProps,
  Tag,
  type TagProps,
} from './facts.tsx'
export { Header, type HeaderProps } from './Header.tsx'
export { Icon, type IconName, type IconProps } from './Icon.tsx'
export { IconButton, type IconButtonProps } from './IconButton.tsx'
export { ImageIcon, type ImageIconProps } from './ImageIcon.tsx'
export {
  ButtonRow,
  type ButtonRowProps,
  Card,
  type CardProps,
  Divider,
  type DividerProps,
  LegalFooter,
  type LegalFooterProps,
  Stack,
  type StackProps,
} from './layout.tsx'
export { NetworkIcon, type NetworkIconProps } from './NetworkIcon.tsx'
export { Banner, type BannerProps, Notice, type NoticeProps, Toast, type ToastProps } from './Notice.tsx'
export { Panel, type PanelProps } from './Panel.tsx'
export { Row, type RowProps } from './Row.tsx'
export { Skeleton, type SkeletonProps, Spinner, type SpinnerProps } from './Spinner.tsx'
export type { StateAction } from './StateView.tsx'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './StateView.tsx'
export { startFocus } from './startFocus.ts'
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx'
export { Link, type LinkProps, Text, type TextProps } from './Text.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
export { uiStyles } from './uiStyles.ts'
export { ViewTransition, type ViewTransitionProps } from './ViewTransition.tsx'
export { WalletIcon, type WalletIconProps } from './WalletIcon.tsx'
