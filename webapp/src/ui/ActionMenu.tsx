import { Button, type ButtonProps, Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import css from "./ActionMenu.module.css";
import { Icon, type IconName } from "./Icon";
import { Popup } from "./Popup";

interface Props {
  /** What the button says, or is called when it shows an icon only. */
  label: string;
  icon: IconName;
  iconOnly?: boolean;
  intent?: ButtonProps["intent"];
  header?: ReactNode;
  items: { key: string; text: string; icon?: IconName; onSelect: () => void }[];
}

/** A button that opens a menu; arrows, Home, End and Escape work as in every menu. */
export function ActionMenu({ label, icon, iconOnly = false, intent = "none", header, items }: Props) {
  return (
    <Popup
      menu
      placement="bottom-end"
      target={(button) =>
        iconOnly ? (
          <Button ref={button} variant="minimal" icon={<Icon name={icon} />} aria-label={label} />
        ) : (
          <Button
            ref={button}
            intent={intent}
            icon={<Icon name={icon} />}
            endIcon={<Icon name="open" />}
            text={label}
          />
        )
      }
    >
      {(close) => <Items {...{ label, header, items }} onLeave={close} />}
    </Popup>
  );
}

function Items({ label, header, items, onLeave }: Pick<Props, "label" | "header" | "items"> & { onLeave: () => void }) {
  const pressed = useRef<EventTarget>(undefined);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    pressed.current = event.target;
    if (chooses(event)) event.preventDefault();
    else if (event.key === "Escape" || event.key === "Tab") onLeave();
    else moveFocus(event);
  }
  /** When the key comes up, like Blueprint's buttons: one that gets the focus before would take this for its own press. */
  function onKeyUp(event: KeyboardEvent<HTMLElement>) {
    if (chooses(event) && pressed.current === event.target) event.currentTarget.click();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the keys of the menu inside it
    <div className={css.menu} onKeyDown={onKeyDown}>
      {header && <div className={css.header}>{header}</div>}
      <Menu aria-label={label}>
        {header && <MenuDivider />}
        {items.map((item) => (
          <MenuItem
            key={item.key}
            text={item.text}
            icon={item.icon && <Icon name={item.icon} />}
            shouldDismissPopover={false}
            onKeyDown={() => {
              // In place of Blueprint's, which chooses when the key goes down.
            }}
            onKeyUp={onKeyUp}
            onClick={() => {
              onLeave();
              item.onSelect();
            }}
          />
        ))}
      </Menu>
    </div>
  );
}

const chooses = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";
const itemsOf = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLElement>("[role=menuitem]"));

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = itemsOf(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
