import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { Icon } from "../icons/Icon";
import { DataTable, type RowProps, type TableProps, TableRow } from "../table/DataTable";
import css from "./ReorderTable.module.css";

interface Props<Row> extends TableProps<Row> {
  /** Name of a row, for its handle and for announcements. */
  nameOf: (row: Row) => string;
  /** Number of rows before the first one of the page. */
  before?: number;
  /** Number of rows on all pages. */
  total: number;
  /** Indexes on this page, starting at 0. */
  onMove: (from: number, to: number) => void;
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** List with rows that are moved by handles, by pointer or keyboard, with announcements for screen readers. */
export function ReorderTable<Row>({ nameOf, before = 0, total, onMove, ...table }: Props<Row>) {
  const { t } = useTranslation("reorder");
  const { rows = [], rowKey } = table;
  const ids = rows.map(rowKey);
  const sensors = useSensors(
    // Start after 4 pixels, because a click on the handle is not a move.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useAnnouncements({ ids, before, total, nameOf: (at) => nameOf(rows[at] as Row) });
  const draw = (props: RowProps<Row>) => (
    <MovableRow id={rowKey(props.row)} label={t("handle", { name: nameOf(props.row) })} {...props} />
  );
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("instructions") } }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <DataTable {...table} lead={{ head: <span className="hidden">{t("column")}</span>, row: draw, moves: true }} />
      </SortableContext>
    </DndContext>
  );
}

interface Told {
  ids: readonly UniqueIdentifier[];
  before: number;
  total: number;
  nameOf: (at: number) => string;
}
/** Announcements during a move: the row's name and its position among all rows. */
function useAnnouncements({ ids, before, total, nameOf }: Told): Announcements {
  const { t } = useTranslation("reorder");
  type Key = "pickedUp" | "over" | "dropped" | "putBack";
  function announce(key: Key, row: UniqueIdentifier, at: UniqueIdentifier | undefined) {
    const place = ids.indexOf(at ?? row);
    const index = ids.indexOf(row);
    if (index < 0 || place < 0) return undefined;
    return t(key, { name: nameOf(index), place: formatNumber(before + place + 1), total: formatNumber(total) });
  }
  return {
    onDragStart: ({ active }) => announce("pickedUp", active.id, undefined),
    onDragOver: ({ active, over }) => announce("over", active.id, over?.id),
    onDragEnd: ({ active, over }) => announce("dropped", active.id, over?.id),
    onDragCancel: ({ active }) => announce("putBack", active.id, undefined),
  };
}

function MovableRow<Row>({ id, label, ...props }: RowProps<Row> & { id: UniqueIdentifier; label: string }) {
  const { t } = useTranslation("reorder");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t("role") },
  });
  const style = { transform: CSS.Translate.toString(transform), transition };
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={css.handle}
      aria-label={label}
      {...attributes}
      {...listeners}
    >
      <Icon name="drag" />
    </button>
  );
  return (
    <TableRow
      {...props}
      lead={handle}
      frame={{ ...props.frame, ref: setNodeRef, style, ...(isDragging && { "data-moving": true }) }}
    />
  );
}
