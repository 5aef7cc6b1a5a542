import type { PhraseBook } from "./phraseBook";

export const tr: PhraseBook = {
  code: "tr",
  label: "Turkish",
  products: [
    ["Gece serumu", "C vitaminli krem", "Biberiyeli saç yağı"],
    ["Keten gömlek", "Geri dönüştürülmüş yün kaban", "Günlük spor ayakkabı"],
    ["Ayarlanabilir meşe masa", "Yıkanabilir halı", "Keten nevresim"],
    ["Aile yemek kutusu", "Tek bahçeden zeytinyağı", "Proteinli granola"],
    ["Ayarlanabilir dambıl", "12 haftalık güç planı", "Koşu yeleği"],
    ["Dağda hafta sonu", "Kabin boy valiz", "Gece treni kartı"],
    ["Masrafsız seyahat kartı", "Birikim hesabı", "Serbest çalışanlara fatura"],
    ["Günde 15 dakikada İngilizce", "Veri analizi kursu", "Evde piyano dersi"],
    ["Bulmaca macerası", "Futbol menajeri", "Sakin çiftlik"],
    ["Taze köpek maması", "Kedi su pınarı", "Evcil hayvan GPS’i"],
    ["Gürültü önleyici kulaklık", "Mini projeksiyon", "Mekanik klavye"],
    ["Elektrikli şehir bisikleti", "Kış lastiği", "Araç kamerası"],
  ],
  headlines: [
    "{p}: ilk siparişte %{n} indirim",
    "40.000 kişi neden {b} diyor?",
    "{p} artık çok kolay",
    "{b}: özenle yapıldı, bugün kargoda",
    "30 gün denedim: {p}",
    "Yalnızca bu hafta {b}: {p}",
  ],
  seasonal: [
    "Kalıcı bir hediye: {p}",
    "İndirim haftası: {b} ürünlerinde %{n}",
    "Yeni yıl, yeni başlangıç: {p}",
    "Yaz {b} ile başlar",
  ],
  subtitles: ["Ücretsiz kargo, 60 gün iade", "12.403 müşteriden 4,8 puan", "Abonelik yok"],
  descriptions: [
    "{b} markasını kurduk çünkü hiçbiri yeterince iyi değildi. Üç yıl ve 61 deneme sonra, işte burada.",
    "16.00’ya kadar sipariş ver, bugün kargoda. Beğenmezsen iade bizden.",
  ],
  ctas: ["Satın al", "Daha fazla", "Kaydol", "İndir", "Rezervasyon", "Fırsatı yakala", "Abone ol", "Şimdi oyna"],
};
