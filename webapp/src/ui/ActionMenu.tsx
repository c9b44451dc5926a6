import { Button, type ButtonProps, Menu, MenuDivider, MenuItem, PopoverNext, PopupKind } from "@blueprintjs/core";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import css from "./ActionMenu.module.css";
import { Icon, type IconName } from "./Icon";

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
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  // The focus is given back here and at once. Blueprint does it after its animation, when a dialog that was opened from
  // the menu has the focus already.
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape" || event.key === "Tab") close();
    else moveFocus(event);
  }
  const menu = (
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
            onClick={() => {
              close();
              item.onSelect();
            }}
          />
        ))}
      </Menu>
    </div>
  );
  return (
    <PopoverNext
      content={menu}
      isOpen={open}
      onInteraction={setOpen}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.MENU}
      enforceFocus={false}
      canEscapeKeyClose={false}
      shouldReturnFocusOnClose={false}
      onOpening={(popover) => itemsOf(popover)[0]?.focus()}
    >
      {iconOnly ? (
        <Button ref={button} variant="minimal" icon={<Icon name={icon} />} aria-label={label} />
      ) : (
        <Button ref={button} intent={intent} icon={<Icon name={icon} />} endIcon={<Icon name="open" />} text={label} />
      )}
    </PopoverNext>
  );
}

const itemsOf = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLElement>("[role=menuitem]"));

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = itemsOf(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
