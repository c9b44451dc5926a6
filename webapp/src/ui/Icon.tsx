import {
  CalendarIcon,
  CaretDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CrossIcon,
  DocumentIcon,
  DoubleChevronLeftIcon,
  DoubleChevronRightIcon,
  EditIcon,
  EyeOffIcon,
  EyeOpenIcon,
  KeyIcon,
  LabTestIcon,
  LearningIcon,
  LogOutIcon,
  MenuIcon,
  OfficeIcon,
  PercentageIcon,
  PillIcon,
  PlusIcon,
  SearchIcon,
  TrashIcon,
  UserIcon,
  WarningSignIcon,
} from "@blueprintjs/icons";

/** The console's icons, each by the name of what it stands for. */
const icons = {
  account: UserIcon,
  add: PlusIcon,
  calendar: CalendarIcon,
  clinics: OfficeIcon,
  close: CrossIcon,
  delete: TrashIcon,
  discount: PercentageIcon,
  edit: EditIcon,
  first: DoubleChevronLeftIcon,
  hidden: EyeOffIcon,
  labs: LabTestIcon,
  last: DoubleChevronRightIcon,
  menu: MenuIcon,
  next: ChevronRightIcon,
  open: CaretDownIcon,
  password: KeyIcon,
  pharmacies: PillIcon,
  previous: ChevronLeftIcon,
  releaseNotes: DocumentIcon,
  search: SearchIcon,
  shown: EyeOpenIcon,
  signOut: LogOutIcon,
  universities: LearningIcon,
  warning: WarningSignIcon,
} as const;
export type IconName = keyof typeof icons;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Shape = icons[name];
  return <Shape size={size} aria-hidden />;
}
