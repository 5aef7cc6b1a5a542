import type { Colors } from "./brand";

/** Drawings of products: see `drawings`. */
const beauty = [
  `<rect x="62" y="84" width="76" height="112" rx="16" fill="@m"/><rect x="62" y="84" width="26" height="112" rx="13" fill="@i" opacity=".55"/><rect x="80" y="62" width="40" height="24" rx="4" fill="@d"/><path d="M86 62V22a14 14 0 0 1 28 0v40z" fill="@a"/><rect x="74" y="118" width="52" height="46" rx="4" fill="@p"/><path d="M82 134h36M82 146h24" stroke="@d" stroke-width="5"/>`,
  `<rect x="34" y="96" width="132" height="100" rx="22" fill="@p"/><rect x="34" y="96" width="40" height="100" rx="20" fill="@w" opacity=".8"/><rect x="30" y="62" width="140" height="42" rx="12" fill="@a"/><rect x="30" y="62" width="140" height="14" rx="7" fill="@w" opacity=".35"/><path d="M64 138h72M64 154h48" stroke="@m" stroke-width="7" stroke-linecap="round"/>`,
  `<rect x="66" y="70" width="68" height="126" rx="10" fill="@d"/><rect x="66" y="104" width="68" height="62" fill="@s"/><rect x="86" y="40" width="28" height="30" fill="@i"/><rect x="78" y="20" width="44" height="26" rx="6" fill="@a"/><path d="M100 158c-2-18-2-30 0-44m0 14c-8-2-12-8-12-14m12 22c8-2 12-8 12-14m-12 24c-8-2-14-6-14-12" stroke="@m" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  `<path d="M62 24h76l-8 140H70z" fill="@a"/><path d="M62 24h22l4 140H70z" fill="@w" opacity=".35"/><rect x="72" y="164" width="56" height="32" rx="6" fill="@d"/><circle cx="100" cy="84" r="20" fill="@w"/><path d="M100 52v-8M100 124v-8M68 84h-8M140 84h-8M78 62l-6-6M128 112l-6-6M122 62l6-6M72 112l6-6" stroke="@w" stroke-width="5" stroke-linecap="round"/>`,
];
const fashion = [
  `<path d="M66 34 24 62l16 40 22-10v104h76V92l22 10 16-40-42-28-16 4a18 18 0 0 1-36 0z" fill="@m"/><path d="M100 58v138" stroke="@d" stroke-width="4"/><path d="M82 38l18 24 18-24" fill="@s" stroke="@d" stroke-width="4"/><path d="M92 90h0M108 90v0" stroke="@w"/><circle cx="107" cy="86" r="4" fill="@w"/><circle cx="107" cy="116" r="4" fill="@w"/><circle cx="107" cy="146" r="4" fill="@w"/>`,
  `<path d="M70 20h60l34 40 8 100-26 4-8-70v102H62V94l-8 70-26-4 8-100z" fill="@d"/><path d="M70 20l30 70 30-70-14-4H84z" fill="@i"/><path d="M100 90v106" stroke="@s" stroke-width="4"/><path d="M70 20l14 70 16 14 16-14 14-70" fill="none" stroke="@m" stroke-width="8"/><circle cx="112" cy="120" r="5" fill="@a"/><circle cx="112" cy="148" r="5" fill="@a"/><path d="M70 150h18M122 150h14" stroke="@m" stroke-width="6"/>`,
  `<path d="M12 150c0-20 4-52 8-62 12 10 34 10 46-6l18 2c20 34 60 44 92 54 14 4 14 22 14 30H12z" fill="@m"/><path d="M12 168h178v12a12 12 0 0 1-12 12H24a12 12 0 0 1-12-12z" fill="@w"/><path d="M12 178h178" stroke="@a" stroke-width="5"/><path d="M84 84c20 34 60 44 92 54 6 2 10 8 12 14-60 2-96-18-120-62z" fill="@i"/><path d="M92 98l-14 12M106 112l-14 12M122 122l-12 14" stroke="@w" stroke-width="6" stroke-linecap="round"/><path d="M20 88c12 10 34 10 46-6l-4 30H16z" fill="@d"/>`,
  `<path d="M56 14h88l18 182h-48L100 86 86 196H38z" fill="@m"/><rect x="56" y="14" width="88" height="22" fill="@d"/><path d="M100 36v50M58 62c14 0 24-6 28-22M142 62c-14 0-24-6-28-22" stroke="@s" stroke-width="4" fill="none" stroke-dasharray="7 4"/><circle cx="100" cy="25" r="6" fill="@a"/><path d="M40 180h46M114 180h46" stroke="@s" stroke-width="4" stroke-dasharray="7 4"/>`,
];
const home = [
  `<rect x="10" y="92" width="180" height="14" rx="4" fill="@d"/><rect x="28" y="106" width="12" height="90" fill="@i"/><rect x="160" y="106" width="12" height="90" fill="@i"/><rect x="112" y="106" width="44" height="30" rx="3" fill="@m"/><circle cx="134" cy="121" r="4" fill="@s"/><rect x="70" y="36" width="76" height="48" rx="5" fill="@k"/><rect x="76" y="42" width="64" height="36" fill="@a"/><path d="M104 84h8v8h-8z" fill="@k"/><path d="M34 92V62l-8-22 26-14 10 24" stroke="@m" stroke-width="7" fill="none"/><circle cx="58" cy="52" r="10" fill="@a"/>`,
  `<path d="M40 70h120l30 110H10z" fill="@m"/><path d="M50 82h100l22 86H28z" fill="@s"/><path d="M62 94h76l14 62H48z" fill="@i"/><path d="M100 94l38 31-38 31-38-31z" fill="@a"/><path d="M100 108l20 17-20 17-20-17z" fill="@p"/><path d="M10 180v14M34 180v14M58 180v14M82 180v14M106 180v14M130 180v14M154 180v14M178 180v14" stroke="@d" stroke-width="5"/>`,
  `<path d="M20 66a14 14 0 0 1 14-14h132a14 14 0 0 1 14 14v60H20z" fill="@d"/><rect x="34" y="84" width="60" height="36" rx="14" fill="@w"/><rect x="106" y="84" width="60" height="36" rx="14" fill="@w"/><path d="M12 122h176v50H12z" fill="@s"/><path d="M12 134c40-18 60 18 96 2s56 4 80-6v52H12z" fill="@m"/><rect x="18" y="172" width="14" height="24" fill="@k"/><rect x="168" y="172" width="14" height="24" fill="@k"/>`,
  `<ellipse cx="100" cy="168" rx="92" ry="26" fill="@m"/><ellipse cx="100" cy="162" rx="84" ry="21" fill="@s"/><ellipse cx="100" cy="152" rx="62" ry="17" fill="@i"/><path d="M52 108h96c0 30-20 44-48 44s-48-14-48-44z" fill="@p"/><ellipse cx="100" cy="108" rx="48" ry="11" fill="@a"/><path d="M84 92c-8-12 8-18 0-32M104 92c-8-12 8-18 0-32M124 92c-8-12 8-18 0-32" stroke="@w" stroke-width="5" fill="none" stroke-linecap="round"/>`,
];
const food = [
  `<path d="M60 40h80l-10 156H70z" fill="@k"/><path d="M63 80h74l-6 92H69z" fill="@d"/><path d="M52 26h96v20H52z" fill="@a"/><rect x="62" y="12" width="76" height="16" rx="6" fill="@m"/><circle cx="100" cy="122" r="26" fill="@p"/><path d="M88 138c-8-20 18-38 26-30s-6 30-26 30zm4-4c8-4 14-10 18-22" fill="@d" stroke="@p" stroke-width="3"/><path d="M112 12 132-6" stroke="@w" stroke-width="6" stroke-linecap="round"/>`,
  `<path d="M24 96h152v92a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z" fill="@i"/><path d="M24 96h152l-18-26H42z" fill="@d"/><path d="M46 84c-4-30 14-44 24-60 10 18 16 40 6 60z" fill="@m"/><circle cx="98" cy="66" r="22" fill="@a"/><path d="M98 44c2-8 8-10 14-10" stroke="@m" stroke-width="5" fill="none"/><path d="M124 84c-2-30 2-46 10-52 12 8 20 30 16 52z" fill="@s"/><rect x="62" y="124" width="76" height="42" rx="6" fill="@p"/><path d="M76 140h48M76 152h30" stroke="@m" stroke-width="6"/>`,
  `<path d="M82 20h36v36c22 14 28 30 28 54v76a10 10 0 0 1-10 10H64a10 10 0 0 1-10-10v-76c0-24 6-40 28-54z" fill="@m"/><path d="M62 108c0-20 8-32 22-42v130H66z" fill="@i" opacity=".6"/><rect x="80" y="8" width="40" height="20" rx="5" fill="@d"/><path d="M60 112h80v56H60z" fill="@p"/><path d="M74 156c10-34 34-34 52-34-4 22-22 36-52 34z" fill="@a"/><circle cx="90" cy="132" r="8" fill="@d"/>`,
  `<path d="M14 104h172c0 56-36 92-86 92s-86-36-86-92z" fill="@m"/><path d="M14 104h46c0 50 12 80 30 92-46-2-76-40-76-92z" fill="@i" opacity=".6"/><ellipse cx="100" cy="104" rx="86" ry="26" fill="@p"/><circle cx="62" cy="98" r="13" fill="@a"/><circle cx="92" cy="90" r="11" fill="@d"/><circle cx="122" cy="96" r="14" fill="@a"/><circle cx="146" cy="104" r="9" fill="@d"/><circle cx="96" cy="112" r="10" fill="@m"/><path d="M150 88 186 24" stroke="@d" stroke-width="9" stroke-linecap="round"/>`,
];

const fitness = [
  `<rect x="40" y="108" width="120" height="20" rx="6" fill="@k"/><rect x="22" y="70" width="30" height="96" rx="10" fill="@m"/><rect x="148" y="70" width="30" height="96" rx="10" fill="@m"/><rect x="6" y="88" width="22" height="60" rx="8" fill="@d"/><rect x="172" y="88" width="22" height="60" rx="8" fill="@d"/><rect x="22" y="70" width="10" height="96" rx="5" fill="@i"/><rect x="148" y="70" width="10" height="96" rx="5" fill="@i"/><path d="M84 108v20M100 108v20M116 108v20" stroke="@i" stroke-width="4"/>`,
  `<rect x="52" y="8" width="96" height="188" rx="18" fill="@k"/><rect x="60" y="20" width="80" height="164" rx="10" fill="@p"/><circle cx="100" cy="76" r="28" fill="none" stroke="@s" stroke-width="11"/><path d="M100 48a28 28 0 1 1-26 38" fill="none" stroke="@m" stroke-width="11" stroke-linecap="round"/><rect x="70" y="122" width="60" height="14" rx="7" fill="@a"/><rect x="70" y="144" width="42" height="10" rx="5" fill="@i"/><rect x="70" y="162" width="52" height="10" rx="5" fill="@s"/>`,
  `<path d="M40 40h84a26 26 0 0 1 26 26v4a26 26 0 0 1-26 26h-22l10 92a10 10 0 0 1-10 8H78a10 10 0 0 1-10-8L58 96H40z" fill="@d"/><path d="M40 40h20v56H40z" fill="@i"/><path d="M14 58h26v20H14z" fill="@k"/><circle cx="10" cy="68" r="16" fill="@a"/><circle cx="122" cy="68" r="14" fill="@m"/><path d="M80 128h28M82 146h28M84 164h28" stroke="@i" stroke-width="6"/>`,
  `<path d="M56 18h24c4 22 36 22 40 0h24l14 54-18 16v108H60V88L42 72z" fill="@m"/><path d="M100 34v162" stroke="@d" stroke-width="5"/><rect x="66" y="104" width="28" height="44" rx="8" fill="@d"/><rect x="106" y="104" width="28" height="44" rx="8" fill="@d"/><rect x="70" y="84" width="20" height="36" rx="8" fill="@a"/><rect x="110" y="84" width="20" height="36" rx="8" fill="@a"/><path d="M84 66h32M84 162h32" stroke="@s" stroke-width="6"/>`,
];

const travel = [
  `<circle cx="142" cy="56" r="30" fill="@a"/><path d="M4 196 72 58l34 62 22-34 68 110z" fill="@m"/><path d="M72 58l-26 54 18-8 12 14 14-10 10 4z" fill="@w"/><path d="M128 86l-14 24 12 8 10-8 14 6z" fill="@w"/><path d="M4 196l52-60 40 60z" fill="@d"/><path d="M118 196l34-44 44 44z" fill="@d"/><path d="M86 196l14-38 14 38zM112 196l10-28 10 28z" fill="@k"/>`,
  `<path d="M14 140h172l-22 40H40z" fill="@d"/><path d="M34 104h120v36H34z" fill="@w"/><path d="M60 74h74v30H60z" fill="@s"/><rect x="98" y="40" width="24" height="34" fill="@a"/><path d="M98 50h24" stroke="@d" stroke-width="7"/><circle cx="52" cy="122" r="8" fill="@m"/><circle cx="80" cy="122" r="8" fill="@m"/><circle cx="108" cy="122" r="8" fill="@m"/><circle cx="136" cy="122" r="8" fill="@m"/><path d="M70 88h12M90 88h12M110 88h12" stroke="@m" stroke-width="9"/><path d="M0 182c16-10 30-10 46 0s32 10 50 0 34-10 52 0 34 10 52 0v18H0z" fill="@i"/>`,
  `<path d="M76 40V10h48v30" stroke="@k" stroke-width="8" fill="none"/><rect x="42" y="40" width="116" height="144" rx="16" fill="@m"/><path d="M68 54v116M100 54v116M132 54v116" stroke="@d" stroke-width="6" stroke-linecap="round" opacity=".7"/><rect x="56" y="184" width="18" height="12" rx="5" fill="@k"/><rect x="126" y="184" width="18" height="12" rx="5" fill="@k"/><rect x="112" y="78" width="56" height="36" rx="6" fill="@a" transform="rotate(12 140 96)"/><path d="M122 96h34" stroke="@w" stroke-width="6" transform="rotate(12 140 96)"/>`,
  `<path d="M44 44a36 36 0 0 1 36-30h40a36 36 0 0 1 36 30v110a20 20 0 0 1-20 20H64a20 20 0 0 1-20-20z" fill="@m"/><path d="M60 54h80v46H60z" fill="@p"/><path d="M60 54h80L60 96z" fill="@w"/><rect x="80" y="24" width="40" height="16" rx="8" fill="@d"/><circle cx="66" cy="134" r="13" fill="@a"/><circle cx="134" cy="134" r="13" fill="@a"/><path d="M84 118h32v36H84z" fill="@d"/><path d="M58 176 30 198M142 176l28 22M46 188h108" stroke="@k" stroke-width="7"/>`,
];

const learning = [
  `<path d="M10 30h116a14 14 0 0 1 14 14v54a14 14 0 0 1-14 14H56l-28 24v-24H10z" fill="@m"/><path d="M70 96h106a14 14 0 0 1 14 14v50a14 14 0 0 1-14 14v22l-26-22H84a14 14 0 0 1-14-14z" fill="@a"/><path d="M34 58h76M34 80h48" stroke="@w" stroke-width="9" stroke-linecap="round"/><path d="M96 124h66M96 146h40" stroke="@w" stroke-width="9" stroke-linecap="round"/>`,
  `<rect x="14" y="26" width="172" height="130" rx="12" fill="@k"/><rect x="24" y="36" width="152" height="110" fill="@p"/><rect x="40" y="104" width="18" height="34" fill="@i"/><rect x="68" y="84" width="18" height="54" fill="@m"/><rect x="96" y="94" width="18" height="44" fill="@i"/><rect x="124" y="62" width="18" height="76" fill="@m"/><path d="M40 84 76 62l28 12 52-26" stroke="@a" stroke-width="7" fill="none"/><circle cx="156" cy="48" r="7" fill="@a"/><path d="M80 156h40l8 40H72z" fill="@d"/><rect x="52" y="186" width="96" height="10" rx="5" fill="@k"/>`,
  `<path d="M8 70h184v16H8z" fill="@d"/><path d="M8 86h184v100H8z" fill="@w"/><path d="M34 86v100M60 86v100M87 86v100M113 86v100M140 86v100M166 86v100" stroke="@i" stroke-width="3"/><path d="M26 86h16v58H26zM52 86h16v58H52zM105 86h16v58h-16zM132 86h16v58h-16zM158 86h16v58h-16z" fill="@k"/><path d="M88 52V14l48-8v34" stroke="@m" stroke-width="7" fill="none"/><ellipse cx="76" cy="52" rx="14" ry="10" fill="@a"/><ellipse cx="124" cy="42" rx="14" ry="10" fill="@a"/>`,
  `<rect x="10" y="30" width="180" height="150" rx="14" fill="@k"/><path d="M10 60h180V44a14 14 0 0 0-14-14H24a14 14 0 0 0-14 14z" fill="@d"/><circle cx="30" cy="45" r="6" fill="@a"/><circle cx="50" cy="45" r="6" fill="@i"/><circle cx="70" cy="45" r="6" fill="@s"/><path d="M66 92l-26 24 26 24M134 92l26 24-26 24" stroke="@a" stroke-width="10" fill="none" stroke-linecap="round" stroke-linejoin="round"/><path d="M112 86 88 148" stroke="@s" stroke-width="10" stroke-linecap="round"/>`,
];

const games = [
  `<path d="M30 60h44c-10-30 40-30 30 0h44v44c30-10 30 40 0 30v50H30v-50c-30 10-30-40 0-30z" transform="translate(8 10)" fill="@m"/><path d="M38 70h44c-2-8 0-14 6-18l-50 0z" fill="@i"/><circle cx="82" cy="124" r="9" fill="@w"/><circle cx="120" cy="124" r="9" fill="@w"/><path d="M82 150c12 12 26 12 38 0" stroke="@w" stroke-width="8" fill="none" stroke-linecap="round"/>`,
  `<path d="M28 196V82h20v14h20V82h20v14h24V82h20v14h20V82h20v114z" fill="@i"/><path d="M28 196V82h20v114z" fill="@m"/><path d="M152 196V82h20v114z" fill="@m"/><path d="M22 82 38 44l16 38zM146 82l16-38 16 38z" fill="@a"/><path d="M76 82l24-58 24 58z" fill="@d"/><path d="M100 24V4l26 9-26 9" fill="@a" stroke="@k" stroke-width="4"/><path d="M80 196v-40a20 20 0 0 1 40 0v40z" fill="@k"/><path d="M32 120h12v18H32zM156 120h12v18h-12zM94 106h12v18H94z" fill="@k"/>`,
  `<circle cx="100" cy="104" r="92" fill="@w"/><path d="M100 70l34 25-13 40H79L66 95z" fill="@k"/><path d="M100 70V14M134 95l54-16M121 135l34 44M79 135l-34 44M66 95 12 79" stroke="@k" stroke-width="6"/><path d="M72 16h56l-28 20zM186 72l6 52-28-26zM160 178l-46 18 8-32zM40 178l46 18-8-32zM14 72l-6 52 28-26z" fill="@m"/>`,
  `<path d="M32 110 100 50l68 60v86H32z" fill="@a"/><path d="M22 114 100 42l78 72" stroke="@d" stroke-width="14" fill="none" stroke-linecap="round"/><path d="M76 196v-58h48v58z" fill="@w"/><path d="M76 138l48 58M124 138l-48 58" stroke="@d" stroke-width="5"/><circle cx="100" cy="96" r="14" fill="@w"/><path d="M0 196h200" stroke="@m" stroke-width="10"/><path d="M8 192v-30M20 192v-38M180 192v-34M192 192v-26" stroke="@m" stroke-width="7" stroke-linecap="round"/><circle cx="160" cy="32" r="20" fill="@s"/>`,
];

const finance = [
  `<g transform="rotate(-10 100 110)"><rect x="6" y="52" width="188" height="118" rx="16" fill="@m"/><path d="M6 110C60 60 120 150 194 84v70a16 16 0 0 1-16 16H22a16 16 0 0 1-16-16z" fill="@d" opacity=".6"/><rect x="26" y="82" width="38" height="28" rx="6" fill="@a"/><path d="M26 96h38M45 82v28" stroke="@d" stroke-width="3"/><path d="M26 142h60M104 142h28" stroke="@w" stroke-width="9" stroke-linecap="round"/><circle cx="152" cy="142" r="14" fill="@w" opacity=".9"/><circle cx="168" cy="142" r="14" fill="@a" opacity=".85"/></g>`,
  `<path d="M20 112c0-40 36-66 84-66 14 0 26 2 38 8l24-16v34c8 8 14 16 16 26h14v38h-20c-8 12-18 20-32 26l-4 32h-26l-4-20H86l-4 20H56l-6-38c-18-10-30-26-30-44z" fill="@m"/><circle cx="146" cy="98" r="7" fill="@k"/><path d="M84 62h44" stroke="@d" stroke-width="9" stroke-linecap="round"/><circle cx="106" cy="26" r="22" fill="@a"/><path d="M106 14v24" stroke="@w" stroke-width="7"/><path d="M20 112c-10-2-14-10-12-18" stroke="@m" stroke-width="7" fill="none"/>`,
  `<rect x="48" y="6" width="104" height="190" rx="18" fill="@k"/><rect x="56" y="20" width="88" height="162" rx="8" fill="@p"/><path d="M100 92m-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0" fill="@i"/><path d="M100 92V62a30 30 0 0 1 26 44z" fill="@a"/><circle cx="100" cy="92" r="15" fill="@p"/><rect x="66" y="36" width="44" height="10" rx="5" fill="@d"/><path d="M68 140h64M68 156h46M68 170h56" stroke="@s" stroke-width="8" stroke-linecap="round"/>`,
  `<path d="M40 10h88l32 32v154l-15-10-15 10-15-10-15 10-15-10-15 10-15-10-15 10z" fill="@w"/><path d="M128 10v32h32z" fill="@i"/><path d="M60 66h80M60 86h80M60 106h52" stroke="@s" stroke-width="9" stroke-linecap="round"/><path d="M60 140h34" stroke="@d" stroke-width="11" stroke-linecap="round"/><circle cx="136" cy="146" r="30" fill="@a"/><path d="M122 146l10 11 18-21" stroke="@w" stroke-width="9" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
];

const pets = [
  `<path d="M20 138h160l16 58H4z" fill="@m"/><ellipse cx="100" cy="138" rx="80" ry="20" fill="@d"/><path d="M34 134c6-28 26-24 32-36 10 10 18 2 28-8 8 12 22 8 34 12 4 12 30 8 38 30-30 16-102 16-132 2z" fill="@a"/><circle cx="70" cy="120" r="9" fill="@d"/><circle cx="106" cy="112" r="9" fill="@m"/><circle cx="132" cy="124" r="8" fill="@d"/><path d="M70 168c-10-10-22 4-12 12s18-2 18-2h48s8 10 18 2-2-22-12-12z" fill="@p"/>`,
  `<path d="M52 92 48 40l30 22a62 62 0 0 1 44 0l30-22-4 52c4 40-18 62-48 62s-52-22-48-62z" fill="@d"/><path d="M58 60l4 22 14-12zM142 60l-4 22-14-12z" fill="@a"/><ellipse cx="80" cy="100" rx="8" ry="10" fill="@w"/><ellipse cx="120" cy="100" rx="8" ry="10" fill="@w"/><circle cx="81" cy="102" r="5" fill="@k"/><circle cx="119" cy="102" r="5" fill="@k"/><path d="M94 116h12l-6 8zM100 124c-4 8-12 8-16 4M100 124c4 8 12 8 16 4" stroke="@w" stroke-width="3" fill="@a"/><path d="M70 118H36M72 126l-34 8M130 118h34M128 126l34 8" stroke="@s" stroke-width="3"/><path d="M30 196c0-30 30-36 70-36s70 6 70 36z" fill="@i"/><path d="M100 160v-10" stroke="@w" stroke-width="6"/>`,
  `<path d="M8 130a40 40 0 0 1 40-40h104a40 40 0 0 1 40 40v30a36 36 0 0 1-36 36H44a36 36 0 0 1-36-36z" fill="@m"/><ellipse cx="100" cy="140" rx="68" ry="34" fill="@s"/><path d="M52 134c4-30 40-44 66-32 12-14 30-10 32 4 10 10 4 26-10 26-10 18-84 26-88 2z" fill="@d"/><path d="M128 100l-6-18 18 8z" fill="@d"/><circle cx="136" cy="112" r="4" fill="@w"/><path d="M96 58h20l-20 20h20M124 30h26l-26 26h26" stroke="@a" stroke-width="7" fill="none" stroke-linejoin="round"/>`,
  `<path d="M100 8c46 0 78 30 78 72 0 46-46 88-78 116-32-28-78-70-78-116C22 38 54 8 100 8z" fill="@m"/><circle cx="100" cy="80" r="54" fill="@p"/><ellipse cx="100" cy="98" rx="22" ry="18" fill="@d"/><ellipse cx="72" cy="76" rx="9" ry="13" fill="@d"/><ellipse cx="90" cy="58" rx="9" ry="13" fill="@d"/><ellipse cx="112" cy="58" rx="9" ry="13" fill="@d"/><ellipse cx="130" cy="76" rx="9" ry="13" fill="@d"/>`,
];

const tech = [
  `<path d="M28 124V98a72 72 0 0 1 144 0v26" stroke="@k" stroke-width="16" fill="none"/><path d="M34 96a66 66 0 0 1 132 0" stroke="@i" stroke-width="5" fill="none"/><rect x="14" y="108" width="46" height="84" rx="22" fill="@m"/><rect x="140" y="108" width="46" height="84" rx="22" fill="@m"/><rect x="48" y="116" width="18" height="68" rx="9" fill="@k"/><rect x="134" y="116" width="18" height="68" rx="9" fill="@k"/><path d="M30 130v38M170 130v38" stroke="@a" stroke-width="6" stroke-linecap="round"/>`,
  `<path d="M150 84 198 20v150z" fill="@a" opacity=".35"/><rect x="14" y="70" width="140" height="96" rx="20" fill="@w"/><rect x="14" y="132" width="140" height="34" rx="17" fill="@s"/><circle cx="136" cy="112" r="34" fill="@k"/><circle cx="136" cy="112" r="24" fill="@d"/><circle cx="136" cy="112" r="12" fill="@a"/><circle cx="142" cy="106" r="4" fill="@w"/><path d="M34 94h44M34 110h30" stroke="@i" stroke-width="7" stroke-linecap="round"/><path d="M40 166v30M128 166v30" stroke="@k" stroke-width="9"/>`,
  `<rect x="24" y="120" width="152" height="66" rx="18" fill="@d"/><path d="M52 120 36 56M148 120l16-64" stroke="@k" stroke-width="9" stroke-linecap="round"/><circle cx="54" cy="154" r="8" fill="@a"/><circle cx="82" cy="154" r="8" fill="@i"/><circle cx="110" cy="154" r="8" fill="@i"/><path d="M72 86a40 40 0 0 1 56 0M56 66a62 62 0 0 1 88 0M84 106a22 22 0 0 1 32 0" stroke="@m" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M130 154h30" stroke="@s" stroke-width="7" stroke-linecap="round"/>`,
  `<rect x="4" y="84" width="192" height="100" rx="14" fill="@k"/><g fill="@p"><rect x="16" y="96" width="24" height="20" rx="4"/><rect x="46" y="96" width="24" height="20" rx="4"/><rect x="76" y="96" width="24" height="20" rx="4"/><rect x="106" y="96" width="24" height="20" rx="4"/><rect x="16" y="122" width="34" height="20" rx="4"/><rect x="56" y="122" width="24" height="20" rx="4"/><rect x="86" y="122" width="24" height="20" rx="4"/><rect x="116" y="122" width="24" height="20" rx="4"/></g><rect x="136" y="96" width="48" height="20" rx="4" fill="@a"/><rect x="146" y="122" width="38" height="20" rx="4" fill="@m"/><rect x="16" y="148" width="24" height="22" rx="4" fill="@m"/><rect x="46" y="148" width="92" height="22" rx="4" fill="@s"/><rect x="144" y="148" width="40" height="22" rx="4" fill="@i"/><path d="M100 84c0-30 40-20 40-54" stroke="@k" stroke-width="6" fill="none"/>`,
];

const mobility = [
  `<circle cx="46" cy="144" r="42" fill="none" stroke="@k" stroke-width="10"/><circle cx="154" cy="144" r="42" fill="none" stroke="@k" stroke-width="10"/><path d="M46 144 76 76h58l20 68M76 76l30 68H46M106 144l28-68" stroke="@m" stroke-width="11" fill="none" stroke-linejoin="round"/><path d="M60 62h34" stroke="@k" stroke-width="11" stroke-linecap="round"/><path d="M134 76 126 46h26" stroke="@k" stroke-width="9" fill="none" stroke-linecap="round"/><rect x="84" y="92" width="40" height="18" rx="6" fill="@a" transform="rotate(66 104 101)"/><circle cx="106" cy="144" r="14" fill="@d"/>`,
  `<path d="M6 152c0-22 12-30 34-34l30-40a20 20 0 0 1 16-8h44a26 26 0 0 1 20 10l26 36c14 4 20 14 20 30v14H6z" fill="@m"/><path d="M64 114l20-26a8 8 0 0 1 6-4h12v30zM112 84h18a14 14 0 0 1 12 6l16 24h-46z" fill="@s"/><circle cx="50" cy="160" r="24" fill="@k"/><circle cx="50" cy="160" r="11" fill="@s"/><circle cx="150" cy="160" r="24" fill="@k"/><circle cx="150" cy="160" r="11" fill="@s"/><path d="M8 136h18M178 132h16" stroke="@a" stroke-width="9" stroke-linecap="round"/><path d="M96 132h18" stroke="@d" stroke-width="6" stroke-linecap="round"/><path d="M0 188h200" stroke="@d" stroke-width="6"/>`,
  `<circle cx="100" cy="104" r="92" fill="@k"/><circle cx="100" cy="104" r="92" fill="none" stroke="@d" stroke-width="14" stroke-dasharray="18 11"/><circle cx="100" cy="104" r="58" fill="@i"/><circle cx="100" cy="104" r="48" fill="@p"/><path d="M100 60v88M62 82l76 44M62 126l76-44" stroke="@m" stroke-width="14"/><circle cx="100" cy="104" r="17" fill="@a"/><circle cx="100" cy="104" r="7" fill="@k"/>`,
  `<path d="M76 8h48v34H76z" fill="@i"/><path d="M64 40h72a10 10 0 0 1 10 10v10H54V50a10 10 0 0 1 10-10z" fill="@d"/><rect x="14" y="60" width="172" height="104" rx="24" fill="@k"/><circle cx="122" cy="112" r="40" fill="@d"/><circle cx="122" cy="112" r="28" fill="@m"/><circle cx="122" cy="112" r="14" fill="@k"/><circle cx="132" cy="102" r="7" fill="@w"/><circle cx="46" cy="92" r="8" fill="@a"/><path d="M38 118h36M38 136h26" stroke="@i" stroke-width="7" stroke-linecap="round"/><path d="M60 164h80l10 26H50z" fill="@d"/>`,
];

/**
 * Drawings of four products for each vertical, in the order of `verticals` and of the English phrase book. Each is an
 * SVG fragment of 200 by 200 that stands on the lower edge. `@` with a letter is a color: d deep, m main, i mid, s
 * soft, p pale, a accent, k ink, w white.
 */
const drawings: readonly (readonly string[])[] = [
  beauty,
  fashion,
  home,
  food,
  fitness,
  travel,
  finance,
  learning,
  games,
  pets,
  tech,
  mobility,
];

/** For each vertical, which of the four drawings belong to the products of a phrase book that has three. */
const threeOfFour: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 1, 2],
  [0, 1, 2],
  [1, 2, 3],
  [0, 1, 3],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 2],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 3],
  [0, 2, 3],
];

/** The drawing of the product at `position` in a phrase book that has `count` products of the vertical. */
export function drawingOf(vertical: number, position: number, count: number, colors: Colors): string {
  const four = count === 3 ? (threeOfFour[vertical]?.[position % 3] ?? 0) : position % 4;
  const { deep, main, mid, soft, pale, accent, ink } = colors;
  const tones: Readonly<Record<string, string>> = {
    d: deep,
    m: main,
    i: mid,
    s: soft,
    p: pale,
    a: accent,
    k: ink,
    w: "#fff",
  };
  return (drawings[vertical]?.[four] ?? "").replace(/@([a-z])/g, (_, letter: string) => tones[letter] ?? main);
}
