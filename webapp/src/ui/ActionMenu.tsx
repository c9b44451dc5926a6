import { Button, type ButtonProps, Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import css from "./ActionMenu.module.css";
import { Icon, type IconName } from "./Icon";
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

/** Button that opens a menu with the usual keys: arrows, Home, End and Escape. */
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
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    pressed.current = event.target;
    if (chooses(event)) event.preventDefault();
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

const chooses = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";
const itemsOf = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLElement>("[role^=menuitem]"));

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = itemsOf(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
