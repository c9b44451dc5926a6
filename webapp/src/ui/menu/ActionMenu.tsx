import { Button, type ButtonProps, Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { foldText } from "@/lib/format/foldText";
import { Icon, type IconName } from "../icons/Icon";
import css from "./ActionMenu.module.css";
import { Popover } from "./Popover";

interface EntryText {
  key: string;
  text: string;
  /** Language of the text if it differs from that of the console. */
  lang?: string;
  icon?: IconName;
  /** For an entry of a choice: true if it is selected. */
  checked?: boolean;
}

/** Entry of a menu: an action, or a link that opens in a new tab. */
export type MenuEntry = EntryText & ({ onSelect: () => void; href?: never } | { href: string; onSelect?: never });

interface Props {
  /** Text of the button, or its accessible name if it shows only an icon. */
  label: string;
  icon?: IconName;
  iconOnly?: boolean;
  /** Disables all entries. */
  busy?: boolean;
  intent?: ButtonProps["intent"];
  header?: ReactNode;
  items: MenuEntry[];
}

/** Button that opens a menu with the usual keys: arrows, Home, End, Escape, and the first letters of an entry. */
export function ActionMenu({ label, icon, iconOnly = false, busy = false, intent = "none", header, items }: Props) {
  return (
    <Popover
      menu
      placement="bottom-end"
      target={(button) =>
        iconOnly ? (
          <Button ref={button} variant="minimal" icon={icon && <Icon name={icon} />} aria-label={label} />
        ) : (
          <Button
            ref={button}
            intent={intent}
            disabled={busy}
            icon={icon && <Icon name={icon} />}
            endIcon={<Icon name="open" />}
            text={label}
          />
        )
      }
    >
      {(close) => <MenuEntries {...{ label, header, items }} onLeave={close} />}
    </Popover>
  );
}

type EntriesProps = Pick<Props, "label" | "header" | "items"> & { onLeave: () => void };

/** Content of a popup that is a menu. */
export function MenuEntries({ label, header, items, onLeave }: EntriesProps) {
  const pressed = useRef<EventTarget>(undefined);
  const typed = useRef({ text: "", at: 0 });
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    pressed.current = event.target;
    if (isTyped(event)) {
      const { text, at } = typed.current;
      typed.current = { text: event.timeStamp - at < typingMs ? text + event.key : event.key, at: event.timeStamp };
      focusStart(event, typed.current.text);
    } else if (chooses(event)) event.preventDefault();
    else if (event.key === "Escape" || event.key === "Tab") onLeave();
    else moveFocus(event);
  }
  /**
   * Act when the key comes up, like Blueprint's buttons. Otherwise a button that gets the focus before that would take
   * the release as its own press.
   */
  function onKeyUp(event: KeyboardEvent<HTMLElement>) {
    const chosen = chooses(event) && pressed.current === event.target;
    // A menu reopened while it fades out is the same instance.
    pressed.current = undefined;
    if (chosen) event.currentTarget.click();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the menu inside
    <div className={css.menu} onKeyDown={onKeyDown}>
      {header && <div className={css.header}>{header}</div>}
      <Menu aria-label={label}>
        {header && <MenuDivider />}
        {items.map((item) => (
          <MenuItem
            key={item.key}
            text={item.lang ? <span lang={item.lang}>{item.text}</span> : item.text}
            icon={item.icon && <Icon name={item.icon} />}
            {...(item.checked !== undefined && { role: "menuitemradio", "aria-checked": item.checked })}
            {...(item.href && { href: item.href, target: "_blank", rel: "noreferrer" })}
            labelElement={item.checked && <Icon name="chosen" />}
            shouldDismissPopover={false}
            onKeyDown={() => {
              // Replaces Blueprint's handler, which acts on key down.
            }}
            onKeyUp={onKeyUp}
            onClick={() => {
              onLeave();
              item.onSelect?.();
            }}
          />
        ))}
      </Menu>
    </div>
  );
}

/** Letters typed within this time are the start of one entry. */
const typingMs = 1000;
const isTyped = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey;
const chooses = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";
const itemsOf = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLElement>("[role^=menuitem]"));

/** Focus the next entry that starts with a text, from the focused one; the same letter again goes on to the next. */
function focusStart(event: KeyboardEvent<HTMLElement>, text: string) {
  event.preventDefault();
  event.stopPropagation();
  const all = itemsOf(event.currentTarget);
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const at = all.indexOf(document.activeElement as HTMLElement) + (isRepeated ? 1 : 0);
  const start = foldText(isRepeated ? text.slice(0, 1) : text);
  const ordered = [...all.slice(Math.max(at, 0)), ...all.slice(0, Math.max(at, 0))];
  ordered.find(({ textContent }) => foldText(textContent ?? "").startsWith(start))?.focus();
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = itemsOf(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
